/** A word that is looked for, as it may be written in a text: as typed, without accents, with the one it lacks. */
export type Word = { escrita: string; llana: string; acentuada: string }

const MAX_WORDS = 16

/** Words that make a sentence a question and say nothing about its subject; they are not looked for. */
const DE_PREGUNTA = new Set(
  `como cual cuales cuando cuanto cuanta cuantos cuantas donde adonde quien quienes que porque por para
  puedo puede pueden podria poder debo debe tengo tiene hay hago hace hacer haria quiero quisiera necesito
  saber significa sirve funciona es son sea ser esta estan estoy hola gracias favor ayuda ayudame dime explica
  si no un una el la los las mi mis me se`.split(/\s+/),
)

/** The text without accents, as long as it was. */
export const sinAcentos = (t: string) =>
  t.toLowerCase().replace(/[áàâäéèêëíìîïóòôöúùûüç]/g, (c) => c.normalize('NFD')[0] ?? c)

/** The words of a search or a question that say what it is about, each once. */
export function wordsOf(text: string): Word[] {
  const vistas = new Map<string, Word>()
  for (const escrita of text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const llana = sinAcentos(escrita)
    if (DE_PREGUNTA.has(llana) || vistas.has(llana)) continue
    // Whoever leaves out accents writes `configuracion`: its stem is that of `configuración` only with the accent.
    vistas.set(llana, { escrita, llana, acentuada: llana.replace(/([cs])ion$/, '$1ión') })
  }
  return [...vistas.values()].slice(0, MAX_WORDS)
}
