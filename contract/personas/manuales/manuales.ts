import { z } from 'zod'
import { Archivo, SinContenido, texto } from '../../comunes'
import { endpoint } from '../../endpoint'
import { MAX_NIVELES, MAX_NOMBRE } from './values'

export const MAX_DOCUMENTOS = 2000

export const TipoManual = z.enum(['pdf', 'mp4'])
export type TipoManual = z.infer<typeof TipoManual>

/** Opaque; stable while the document keeps its name and folder. */
const Id = z.string().regex(/^[\w-]{16,40}$/, { error: 'El identificador no es válido.' })

const DocManual = z.object({
  id: Id,
  title: z.string(),
  type: TipoManual,
  /** A PDF whose text could not be extracted, or not within the limits: it is shown, but not found by its text. */
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

/** Name of a file or folder without extension: one line that is valid on every file system. */
export const NombreManual = texto(MAX_NOMBRE, 'Falta el nombre.')
  .min(1, { error: 'Falta el nombre.' })
  .refine((s) => !/[/\\:*?"<>|]/.test(s) && !/^\.|\.$/.test(s), {
    error: 'El nombre no puede llevar / \\ : * ? " < > | ni empezar o acabar en punto.',
  })
  .transform((s) => s.normalize('NFC'))

export const listManuales = endpoint('GET /api/manuales', null, {
  summary: 'Tree of the manuals.',
  response: z.object({ categories: z.array(Categoria).max(MAX_DOCUMENTOS) }),
})

export const getManual = endpoint('GET /api/manuales/file/{name}', null, {
  summary: 'Address of a document, by its id or its plain name.',
  params: z.object({ name: z.string().max(200) }),
  response: z.object({ url: z.string() }),
})

export const getArchivoManual = endpoint('GET /api/manuales/archivo/{id}', null, {
  summary: 'A document itself, whole or the range of bytes that is asked for.',
  params: z.object({ id: Id }),
  response: Archivo,
})

/** Consecutive pieces of text; the marked ones match the search. */
const Fragmento = z.array(z.object({ texto: z.string(), marcado: z.boolean() })).max(200)

export const Pasaje = z.object({
  id: Id,
  title: z.string(),
  pagina: z.number().int(),
  fragmento: Fragmento,
})
export type Pasaje = z.infer<typeof Pasaje>

export const MAX_PASAJES = 20

export const searchManuales = endpoint('GET /api/manuales/buscar', null, {
  summary: 'Passages of the manuals that hold at least half of the words, best first.',
  query: z.object({ q: texto(200, 'Escriba qué busca.').min(1, { error: 'Escriba qué busca.' }) }),
  response: z.object({ data: z.array(Pasaje).max(MAX_PASAJES) }),
})

export const askAsistente = endpoint('GET /api/asistente', null, {
  summary: 'Answer a question with what the manuals say, or say that they do not.',
  query: z.object({
    pregunta: texto(300, 'Escriba su pregunta.').min(1, { error: 'Escriba su pregunta.' }),
  }),
  response: z.object({ respuesta: z.string(), pasajes: z.array(Pasaje).max(3) }),
})

export const Creada = z.object({ id: Id })

export const createManual = endpoint('POST /api/manuales/documentos', null, {
  formFile: 'archivo',
  summary: 'Add a document (multipart, field `archivo`): PDF or MP4.',
  query: z.object({ carpeta: Id }),
  response: Creada,
})

export const updateManual = endpoint('PUT /api/manuales/documentos/{id}', null, {
  summary: 'Rename a document or move it to another folder.',
  params: z.object({ id: Id }),
  body: z.object({ titulo: NombreManual.optional(), carpeta: Id.optional() }),
  response: Creada,
})

export const deleteManual = endpoint('DELETE /api/manuales/documentos/{id}', null, {
  summary: 'Remove a document.',
  params: z.object({ id: Id }),
  response: SinContenido,
})

export const createCarpeta = endpoint('POST /api/manuales/carpetas', null, {
  summary: 'Make a folder, within another or at the top.',
  body: z.object({ titulo: NombreManual, dentro: Id.optional() }),
  response: Creada,
})

export const updateCarpeta = endpoint('PUT /api/manuales/carpetas/{id}', null, {
  summary: 'Rename a folder.',
  params: z.object({ id: Id }),
  body: z.object({ titulo: NombreManual }),
  response: Creada,
})

export const deleteCarpeta = endpoint('DELETE /api/manuales/carpetas/{id}', null, {
  summary: 'Remove a folder that holds nothing.',
  params: z.object({ id: Id }),
  response: SinContenido,
})
