-- When it is worth reading a damaged source again.

ALTER TABLE source ADD COLUMN damage_basis TEXT;
-- NULL: not damaged, standard input, or found by a program that did not note it; then it is read
-- again. Else 'MTIME/CTIME' of its file in ns, and behind it ' memory=BYTES expansion=RATIO' if one
-- of these limits ended it: while the file has these times and no more is allowed, it is known.
