/** Statements of a migration that would break a program of the version before. */

const NOMBRE = '(?:if exists )?(?:public\\.)?"?(\\w+)"?'
/** Statements that take away what a table had or allowed before. */
const QUITA: [RegExp, string][] = [
  [/^drop (table|schema|type|domain|sequence|extension)\b/, 'drops what is in use'],
  [/^truncate\b/, 'drops what is in use'],
  [/^alter .*\brename\b/, 'renames'],
  [/^alter .*\bset schema\b/, 'renames'],
  [
    /^alter table .*\bdrop (column )?(?!constraint\b|default\b|not null\b|expression\b|identity\b)/,
    'drops a column',
  ],
  [/^alter table .*\balter (column )?"?\w+"? (set data )?type\b/, 'changes a type'],
  [/^alter table .*\bset not null\b/, 'asks for what old programs do not write'],
  [/^alter type .*\brename value\b/, 'renames'],
]
const COLUMN_NEW =
  /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)(.*)/
const RULE_NEW = /\badd (constraint|check|unique|primary|foreign|exclude)\b/
/** Objects that the same file may create again after it dropped them. */
const REHECHO = new RegExp(`^drop (view|materialized view|trigger|function|procedure|rule|policy) ${NOMBRE}`)
const INDEX_UNIQUE = /^create unique index .*? on (?:only )?(?:public\.)?"?(\w+)"?(?: \((\w+(?:, ?\w+)*)\)$)?/
const COLUMN_ADDED = /\badd (?:column )?(?:if not exists )?(\w+)/
const TABLA = new RegExp(`^alter table (?:only )?${NOMBRE}`)

/** The statements of a file, in lower case and one line each; bodies of functions are left out. */
function readSentencias(text: string): string[] {
  const partes: string[] = []
  const sinLiterales = text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    // A DO block runs at once and is checked; the body of a function is not.
    .replace(/\bdo\s+(?:language\s+\w+\s+)?(\$\w*\$)([\s\S]*?)\1/gi, (_, _d, body) => `;${body};`)
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
  for (const s of sinLiterales.split(/;|\bbegin\b|\bthen\b|\belse\b|\bloop\b/i)) {
    const limpia = s.replace(/\s+/g, ' ').trim().toLowerCase()
    if (limpia) partes.push(limpia)
  }
  return partes
}

/** The parts of an `alter table`, split at commas outside of parentheses. */
function splitPartes(sentencia: string): string[] {
  const partes = ['']
  let inside = 0
  for (const letter of sentencia) {
    if (letter === '(') inside++
    if (letter === ')') inside--
    if (letter === ',' && inside === 0) partes.push('')
    else partes[partes.length - 1] += letter
  }
  return partes.map((p) => p.trim())
}

const tablesOf = (sentencias: readonly string[]) =>
  sentencias.flatMap(
    (s) => /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?"?(\w+)"?/.exec(s)?.[1] ?? [],
  )

/** Tables that a file creates. */
export const listNewTables = (text: string): string[] => tablesOf(readSentencias(text))

/**
 * What the file takes away from programs of the version before, in words; empty where they can run beside it.
 * @param unreleased tables that no release has: no earlier program uses them
 */
export function listBreakingChanges(text: string, unreleased: Iterable<string> = []): string[] {
  const sentencias = readSentencias(text)
  const nuevas = new Set([...unreleased, ...tablesOf(sentencias)])
  /** `table.column` of those that this file adds to existing tables: old programs leave them empty. */
  const columnsNew = new Set(
    sentencias.flatMap((s) => {
      const tabla = TABLA.exec(s)?.[1]
      return tabla ? splitPartes(s).flatMap((p) => `${tabla}.${COLUMN_ADDED.exec(p)?.[1]}`) : []
    }),
  )
  const malas: string[] = []
  for (const s of sentencias) {
    const tabla =
      TABLA.exec(s)?.[1] ??
      INDEX_UNIQUE.exec(s)?.[1] ??
      /^drop (?:table|trigger (?:if exists )?"?\w+"? on) (?:if exists )?"?(\w+)/.exec(s)?.[1]
    if (tabla && nuevas.has(tabla)) continue
    const note = (que: string) => malas.push(`${que}: ${s.slice(0, 100)}`)
    const rehecho = REHECHO.exec(s)
    if (rehecho) {
      const [, que, nombre] = rehecho
      const otra = new RegExp(`^create (or replace )?${que} (public\\.)?"?${nombre}"?\\b`)
      if (!sentencias.slice(sentencias.indexOf(s)).some((x) => otra.test(x))) note('drops what is in use')
      continue
    }
    const index = INDEX_UNIQUE.exec(s)
    if (index && !index[2]?.split(/, ?/).every((c) => columnsNew.has(`${index[1]}.${c}`)))
      note('asks for what old programs do not keep')
    if (!s.startsWith('alter table')) {
      for (const [forma, que] of QUITA) if (forma.test(s)) note(que)
      continue
    }
    const [first = '', ...resto] = splitPartes(s)
    const cabeza = TABLA.exec(first)?.[0] ?? 'alter table'
    for (const parte of [first, ...resto.map((p) => `${cabeza} ${p}`)]) {
      for (const [forma, que] of QUITA) if (forma.test(parte)) note(que)
      if (RULE_NEW.test(parte)) note('asks for what old programs do not keep')
      const column = COLUMN_NEW.exec(parte)?.[1]
      if (column && /\bnot null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column))
        note('asks for what old programs do not write')
    }
  }
  return malas
}
