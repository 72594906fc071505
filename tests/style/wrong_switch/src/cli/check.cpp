bool speaks_csa(Format format) {
  switch (format) {
    case Format::sgf:
      return false;
    default:
      return format == Format::csa;
  }
}
