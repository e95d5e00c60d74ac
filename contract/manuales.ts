import { z } from 'zod'
import { Archivo, SinContenido, texto } from './comunes'
import { endpoint } from './endpoint'

export const MAX_NOMBRE = 120
export const MAX_PDF_BYTES = 100 << 20
export const MAX_MP4_BYTES = 500 << 20
export const MAX_DOCUMENTOS = 2000
/** Folders within folders. */
export const MAX_NIVELES = 4

export const TipoManual = z.enum(['pdf', 'mp4'])
export type TipoManual = z.infer<typeof TipoManual>

/** Opaque: it stays while the document keeps its name and its folder. */
const Id = z.string().regex(/^[\w-]{16,40}$/, { error: 'El identificador no es válido.' })

/** Id of the category of documents that stand in no folder; nothing is added to it. */
export const SUELTOS = '0'.repeat(22)

const DocManual = z.object({
  id: Id,
  title: z.string(),
  type: TipoManual,
  /** A PDF whose text could not be read, or not within bounds: it is shown, and not found by what it says. */
  sin_texto: z.literal(true).optional(),
})
export type DocManual = z.infer<typeof DocManual>

export type CategoriaManual = {
  id: string
  title: string
  docs: DocManual[]
  children: CategoriaManual[]
}

const ofNivel = (children: z.ZodType<CategoriaManual[]>): z.ZodType<CategoriaManual> =>
  z.object({ id: Id, title: z.string(), docs: z.array(DocManual).max(MAX_DOCUMENTOS), children })
const sinHijos: z.ZodType<CategoriaManual[]> = z.array(z.any()).max(0)
const Categoria = Array.from({ length: MAX_NIVELES - 1 }).reduce<z.ZodType<CategoriaManual>>(
  (hija) => ofNivel(z.array(hija).max(MAX_DOCUMENTOS)),
  ofNivel(sinHijos),
)

/** A name of a file or folder, without its ending: one line that means the same on every disk. */
export const NombreManual = texto(MAX_NOMBRE, 'Falta el nombre.')
  .min(1, { error: 'Falta el nombre.' })
  .refine((s) => !/[/\\:*?"<>|]/.test(s) && !/^\.|\.$/.test(s), {
    error: 'El nombre no puede llevar / \\ : * ? " < > | ni empezar o acabar en punto.',
  })
  .transform((s) => s.normalize('NFC'))

export const listManuales = endpoint({
  method: 'GET',
  path: '/api/manuales',
  summary: 'Tree of the manuals.',
  response: z.object({ categories: z.array(Categoria).max(MAX_DOCUMENTOS) }),
})

export const getManual = endpoint({
  method: 'GET',
  path: '/api/manuales/file/{name}',
  summary: 'Address of a document, by its id or its plain name.',
  params: z.object({ name: z.string().max(200) }),
  response: z.object({ url: z.string() }),
})

export const getArchivoManual = endpoint({
  method: 'GET',
  path: '/api/manuales/archivo/{id}',
  summary: 'A document itself, whole or the range of bytes that is asked for.',
  params: z.object({ id: Id }),
  response: Archivo,
})

/** Texts one after the other; the marked ones are what was asked for. */
const Fragmento = z.array(z.object({ texto: z.string(), marcado: z.boolean() })).max(200)

const Pasaje = z.object({
  id: Id,
  title: z.string(),
  pagina: z.number().int(),
  fragmento: Fragmento,
})
export type Pasaje = z.infer<typeof Pasaje>

export const MAX_PASAJES = 20

export const searchManuales = endpoint({
  method: 'GET',
  path: '/api/manuales/buscar',
  summary: 'Passages of the manuals that hold at least half of the words, best first.',
  query: z.object({ q: texto(200, 'Escriba qué busca.').min(1, { error: 'Escriba qué busca.' }) }),
  response: z.object({ data: z.array(Pasaje).max(MAX_PASAJES) }),
})

export const askAsistente = endpoint({
  method: 'GET',
  path: '/api/asistente',
  summary: 'Answer a question with what the manuals say, or say that they do not.',
  query: z.object({
    pregunta: texto(300, 'Escriba su pregunta.').min(1, { error: 'Escriba su pregunta.' }),
  }),
  response: z.object({ respuesta: z.string(), pasajes: z.array(Pasaje).max(3) }),
})

const creada = z.object({ id: Id })

export const createManual = endpoint({
  method: 'POST',
  path: '/api/manuales/documentos',
  summary: 'Add a document (multipart, field `archivo`): PDF or MP4.',
  query: z.object({ carpeta: Id }),
  response: creada,
})

export const updateManual = endpoint({
  method: 'PUT',
  path: '/api/manuales/documentos/{id}',
  summary: 'Rename a document or move it to another folder.',
  params: z.object({ id: Id }),
  body: z.object({ titulo: NombreManual.optional(), carpeta: Id.optional() }),
  response: creada,
})

export const deleteManual = endpoint({
  method: 'DELETE',
  path: '/api/manuales/documentos/{id}',
  summary: 'Remove a document.',
  params: z.object({ id: Id }),
  response: SinContenido,
})

export const createCarpeta = endpoint({
  method: 'POST',
  path: '/api/manuales/carpetas',
  summary: 'Make a folder, within another or at the top.',
  body: z.object({ titulo: NombreManual, dentro: Id.optional() }),
  response: creada,
})

export const updateCarpeta = endpoint({
  method: 'PUT',
  path: '/api/manuales/carpetas/{id}',
  summary: 'Rename a folder.',
  params: z.object({ id: Id }),
  body: z.object({ titulo: NombreManual }),
  response: creada,
})

export const deleteCarpeta = endpoint({
  method: 'DELETE',
  path: '/api/manuales/carpetas/{id}',
  summary: 'Remove a folder that holds nothing.',
  params: z.object({ id: Id }),
  response: SinContenido,
})
