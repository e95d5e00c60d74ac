import { z } from 'zod'

const TIPOS: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'verdadero o falso',
  object: 'un objeto',
  record: 'un objeto',
  array: 'una lista',
}

/** Error message for a value, in Spanish for people; undefined: zod's own Spanish message. */
function explain(i: z.core.$ZodRawIssue): string | undefined {
  switch (i.code) {
    case 'invalid_type':
      if (i.input === undefined) return 'Falta este dato.'
      return `Se esperaba ${TIPOS[i.expected] ?? 'otro tipo de dato'}.`
    case 'invalid_value':
      return `Debe ser ${i.values.length > 1 ? 'uno de estos valores' : 'este valor'}: ${i.values.join(', ')}.`
    case 'too_big':
      if (i.origin === 'string') return `Como mucho ${i.maximum} caracteres.`
      return i.origin === 'number' || i.origin === 'int' ? `Debe ser ${i.maximum} o menos.` : undefined
    case 'too_small':
      if (i.origin === 'string') return `Al menos ${i.minimum} caracteres.`
      return i.origin === 'number' || i.origin === 'int' ? `Debe ser ${i.minimum} o más.` : undefined
    case 'invalid_format':
      return 'El formato no es válido.'
    case 'invalid_union':
      return 'El valor no es válido.'
    default:
      return undefined
  }
}

/** From here on all schemas give errors in Spanish, unless they bring their own messages. */
export function installMessages(): void {
  z.config({ ...z.locales.es(), customError: explain })
}
