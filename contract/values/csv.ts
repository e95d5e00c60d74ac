const NUMBER = /^[+-]?\d+(\.\d+)?$/
/**
 * Where a formula may begin, also of full width: at the start, and after what any spreadsheet takes for a separator. That a cell stands in
 * quotes does not help there: a Spanish Excel splits a line at `;` first, and then the quotes are within a cell.
 */
const BEFORE_FORMULA = /(^|[;,\t\r\n])(?=[=+@＝＋－＠-])/g
const QUOTED = /[",;\t\r\n]|^\s|\s$/

/** A cell of a CSV by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe before that. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = NUMBER.test(value) ? value : value.replace(BEFORE_FORMULA, "$1'").replace(/^[\t\r\n]/, "'$&")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
