import type { Celda } from './tabla'

/** Excel reports a file with a longer text in a cell as damaged. */
const MAX_TEXT = 32_767
const DAY_MS = 86_400_000
/** Days from Excel's epoch to 1 January 1970. */
const DIAS_HASTA_1970 = 25_569

/** Cell formats, by their index in the list of styles. */
export const LISO = 0
const INSTANT = 1
export const TITLE = 2
export const TITULO_DERECHA = 3
/** Styles from this index on are numbers with a unit, in the order of the units. */
const CON_UNIDAD = 4
const FORMATO_UNIT = 165

/** Style index of numbers with a unit. */
export const estiloOf = (units: readonly string[], unit: string | undefined): number =>
  unit === undefined ? LISO : CON_UNIDAD + units.indexOf(unit)

/** @param units the units of the numbers in the book, each once */
export const estilosXml = (
  units: readonly string[],
) => `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${1 + units.length}"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm:ss"/>${units
  .map((u, i) => `<numFmt numFmtId="${FORMATO_UNIT + i}" formatCode="${escapeXml(`General" ${u}"`)}"/>`)
  .join('')}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${CON_UNIDAD + units.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf>${units
  .map(
    (_, i) =>
      `<xf numFmtId="${FORMATO_UNIT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** 0 is A, 25 is Z, 26 is AA. */
export function letterOf(column: number): string {
  const resto = String.fromCharCode(65 + (column % 26))
  return column < 26 ? resto : letterOf(Math.floor(column / 26) - 1) + resto
}

const SENALADOS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML cannot hold
const RAROS = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/** Characters that XML cannot hold are escaped as Excel does: `_x` and four hexadecimal digits. */
const escapeXlsx = (c: string) =>
  SENALADOS[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

export const escapeXml = (text: string) => text.replace(RAROS, escapeXlsx)

/** Texts whose leading or trailing blanks, or line breaks, must be preserved. */
const CON_BLANCOS = /^\s|\s$|[\n\t]/

const enEstilo = (estilo: number) => (estilo === LISO ? '' : ` s="${estilo}"`)

function celdaXml(sitio: string, v: Celda, estiloTexto: number, estiloNumero: number): string {
  if (v === null) return ''
  if (typeof v === 'string') {
    const text = v.length > MAX_TEXT ? v.slice(0, MAX_TEXT) : v
    const blancos = CON_BLANCOS.test(text) ? ' xml:space="preserve"' : ''
    return `<c r="${sitio}"${enEstilo(estiloTexto)} t="inlineStr"><is><t${blancos}>${escapeXml(text)}</t></is></c>`
  }
  if (typeof v === 'number')
    return Number.isFinite(v) ? `<c r="${sitio}"${enEstilo(estiloNumero)}><v>${v}</v></c>` : ''
  if (typeof v === 'boolean') return `<c r="${sitio}" t="b"><v>${v ? 1 : 0}</v></c>`
  return `<c r="${sitio}" s="${INSTANT}"><v>${v.getTime() / DAY_MS + DIAS_HASTA_1970}</v></c>`
}

/** Styles of the cells of a row, by column: for texts, and for numbers. */
type RowStyles = { textos?: readonly number[]; numeros?: readonly number[] }

/**
 * One row of a sheet. Texts are never read as formulas.
 * @param numero row number in the sheet, from 1
 * @param letters letters of the columns
 * @param celdas an instant is written as the plant's wall time, as if it were UTC: Excel has no time zones
 */
export function rowXml(
  numero: number,
  letters: readonly string[],
  celdas: readonly Celda[],
  { textos, numeros }: RowStyles = {},
): string {
  let xml = `<row r="${numero}">`
  for (let i = 0; i < celdas.length; i++)
    xml += celdaXml(`${letters[i]}${numero}`, celdas[i] as Celda, textos?.[i] ?? LISO, numeros?.[i] ?? LISO)
  return `${xml}</row>`
}

/** XML before the rows of a sheet: the first row is frozen, and the columns fit on a printed page. */
export function aperturaXml(widths: readonly number[]): string {
  const columns = widths.map((a, i) => `<col min="${i + 1}" max="${i + 1}" width="${a}" customWidth="1"/>`)
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/**
 * XML after the rows: filter arrows and print settings.
 * @param range from the titles to the last row, `A1:F20`
 */
export const closingXml = (
  range: string,
  { oddHeader, oddFooter }: { oddHeader: string; oddFooter: string },
) =>
  `</sheetData><autoFilter ref="${range}"/><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>${escapeXml(oddHeader)}</oddHeader><oddFooter>${escapeXml(oddFooter)}</oddFooter></headerFooter></worksheet>`
