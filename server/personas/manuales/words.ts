/** A search word in the forms it may have in a text: as typed, without accents, and with the accent that may be missing. */
export type Word = { escrita: string; llana: string; acentuada: string }

const MAX_WORDS = 16

/** Words that only make a sentence a question; they are not searched for. */
const DE_PREGUNTA = new Set(
  `como cual cuales cuando cuanto cuanta cuantos cuantas donde adonde quien quienes que porque por para
  puedo puede pueden podria poder debo debe tengo tiene hay hago hace hacer haria quiero quisiera necesito
  saber significa sirve funciona es son sea ser esta estan estoy hola gracias favor ayuda ayudame dime explica
  si no un una el la los las mi mis me se`.split(/\s+/),
)

/** The text without accents, with the same length. */
export const sinAcentos = (t: string) =>
  t.toLowerCase().replace(/[áàâäéèêëíìîïóòôöúùûüç]/g, (c) => c.normalize('NFD')[0] ?? c)

/** The significant words of a search or a question, each once. */
export function wordsOf(text: string): Word[] {
  const vistas = new Map<string, Word>()
  for (const escrita of text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const llana = sinAcentos(escrita)
    if (DE_PREGUNTA.has(llana) || vistas.has(llana)) continue
    // A user who leaves out accents types `configuracion`: it has the same stem as `configuración` only with the accent.
    vistas.set(llana, { escrita, llana, acentuada: llana.replace(/([cs])ion$/, '$1ión') })
  }
  return [...vistas.values()].slice(0, MAX_WORDS)
}
