// Replaced by the first tests of this module.
