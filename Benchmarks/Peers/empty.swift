// Nothing: what any Swift program costs from start to exit.
