-- What whoever made a link wrote for themselves; `label` is the title that the holders of the link see.
ALTER TABLE whereismy.share ADD COLUMN note text;
