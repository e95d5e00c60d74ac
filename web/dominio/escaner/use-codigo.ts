import { type FormEvent, useRef } from 'react'

/**
 * A field whose text is one code. A hand scanner types the next code before a slow phone has rendered the last one, so the text is read
 * from the input element and cleared there at once. Held as React state, the next code would be erased by that render.
 * @param onCodigo called with each code that is submitted
 */
export function useCodigo(onCodigo: (texto: string) => void) {
  const inputRef = useRef<HTMLInputElement>(null)
  return {
    inputRef,
    onSubmit(e: FormEvent): void {
      e.preventDefault()
      const input = inputRef.current
      if (!input?.value.trim()) {
        input?.focus()
        return
      }
      const texto = input.value
      input.value = ''
      onCodigo(texto)
    },
  }
}
