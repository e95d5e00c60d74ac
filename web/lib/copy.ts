/** Copy a text to the clipboard. On a page without https only the old `execCommand` way works. */
export async function copy(texto: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(texto)
  const campo = document.createElement('textarea')
  campo.value = texto
  // Inside the dialog, because the focus trap of a dialog clears a selection outside of it.
  const dentro = document.activeElement?.parentElement ?? document.body
  dentro.append(campo)
  campo.select()
  const hecho = document.execCommand('copy')
  campo.remove()
  if (!hecho) throw new Error('copy refused')
}
