/** Put a text on the clipboard; that of a page without encryption is only reached the old way. */
export async function copy(texto: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(texto)
  const campo = document.createElement('textarea')
  campo.value = texto
  // Inside the dialog: elsewhere its focus trap takes the selection away.
  const dentro = document.activeElement?.parentElement ?? document.body
  dentro.append(campo)
  campo.select()
  const hecho = document.execCommand('copy')
  campo.remove()
  if (!hecho) throw new Error('copy refused')
}
