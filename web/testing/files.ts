import { onTestFinished, vi } from 'vitest'

/** The file of a form that the app sends; undefined: it sends none. */
export async function fileOf(request: Request): Promise<File | undefined> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return undefined
  const values = [...(await request.clone().formData()).values()]
  return values.find((value) => value instanceof File)
}

/** Names of the files that the app saves from now on, with their text. The browser itself saves none of them. */
export function catchDownloads(): { name: string; text: () => Promise<string> }[] {
  const saved: { name: string; text: () => Promise<string> }[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { href } = this
    saved.push({ name: this.download, text: async () => (await fetch(href)).text() })
  })
  onTestFinished(() => click.mockRestore())
  return saved
}

/** A file that the fake server sends. */
export const sendFile = (text = 'file') => new Response(text) as never

/** Chooses a file in the field of a form. */
export function chooseFile(field: Element | null, file: File): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('there is no field for a file')
  const files = new DataTransfer()
  files.items.add(file)
  field.files = files.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
