import type { FastifyInstance } from 'fastify'
import * as c from '#contract/personas/manuales/manuales'
import { bind } from '../../platform/api/bind'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/client'
import { readBytes, removeArchivo } from '../../platform/files/service'
import { installConArchivo } from '../../platform/http/archivo'
import { sendRange } from '../../platform/http/range'
import { findDocumento, findPorNombre, readArbol } from './arbol'
import { takeManuales } from './file-migration'
import { createIndex } from './index'
import * as service from './service'
import { receiveSubida } from './subida'

const BUSQUEDAS_POR_MINUTO = 60
const PREGUNTAS_POR_MINUTO = 20
const LARGO_BUSQUEDA = 220
const LENGTH_RESPONSE = 420
const RESPONSES = 3

/** A document may be shown in a frame of the application; it may not run scripts or load other resources. */
const CSP_DOCUMENTO =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const MIME = { pdf: 'application/pdf', mp4: 'video/mp4' }

const HALLADO = 'Esto dicen los manuales:'
const NO_RESPONSE =
  'No he encontrado nada sobre eso en los manuales. Prueba con otras palabras o consulta el índice de manuales.'

export async function installManuales(
  app: FastifyInstance,
  db: Db,
  config: Pick<Config, 'DATA_DIR'>,
): Promise<void> {
  await takeManuales(db, config.DATA_DIR, (rutas) =>
    app.log.warn({ rutas }, 'files of the folder of manuals that are not in the database'),
  )
  const index = createIndex(db, app.log)
  // Reading many files takes a while: startup does not wait for it.
  app.addHook('onReady', async () => void index.sync())
  app.addHook('onClose', () => index.stop())

  bind(app, c.listManuales, 'publico', async () => ({
    categories: await readArbol(db),
  }))

  bind(app, c.getManual, 'publico', async ({ params }) => {
    const { id } = await findPorNombre(db, params.name)
    return { url: c.getArchivoManual.path.replace('{id}', id) }
  })

  bind(
    app,
    c.searchManuales,
    'publico',
    async ({ query }) => ({
      data: await service.searchPasajes(db, query.q, c.MAX_PASAJES, LARGO_BUSQUEDA),
    }),
    BUSQUEDAS_POR_MINUTO,
  )

  bind(
    app,
    c.askAsistente,
    'publico',
    async ({ query }) => {
      const pasajes = await service.searchPasajes(db, query.pregunta, RESPONSES, LENGTH_RESPONSE)
      return { respuesta: pasajes.length ? HALLADO : NO_RESPONSE, pasajes }
    },
    PREGUNTAS_POR_MINUTO,
  )

  bind(app, c.updateManual, 'admin', async ({ params, body, write }) => {
    const hecho = await write((tx) => service.updateDocumento(tx, params.id, body))
    await index.sync()
    return hecho
  })

  bind(app, c.deleteManual, 'admin', async ({ params, write }) => {
    await write((tx) => service.deleteDocumento(tx, params.id))
    await index.sync()
    return { ok: true as const }
  })

  bind(app, c.createCarpeta, 'admin', async ({ body, write }) =>
    write((tx) => service.createFolder(tx, body.titulo, body.dentro)),
  )

  bind(app, c.updateCarpeta, 'admin', async ({ params, body, write }) => {
    const hecho = await write((tx) => service.updateFolder(tx, params.id, body.titulo))
    await index.sync()
    return hecho
  })

  bind(app, c.deleteCarpeta, 'admin', async ({ params, write }) => {
    await write((tx) => service.deleteFolder(tx, params.id))
    return { ok: true as const }
  })

  installConArchivo(app, (conArchivo) => {
    bind(conArchivo, c.createManual, 'admin', async ({ query, request, write }) => {
      const subida = await receiveSubida(request, db, c.NombreManual)
      const hecho = await write((tx) => service.createDocumento(tx, query.carpeta, subida)).catch(
        async (e) => {
          await removeArchivo(db, subida.archivo).catch(() => {})
          throw e
        },
      )
      await index.sync()
      return hecho
    })
  })

  bind(app, c.getArchivoManual, 'publico', async ({ params, request, reply }) => {
    const { archivo, titulo, tipo, bytes, huella: fingerprint, subido } = await findDocumento(db, params.id)
    reply
      .header('content-security-policy', CSP_DOCUMENTO)
      .header('x-frame-options', 'SAMEORIGIN')
      .header(
        'content-disposition',
        `inline; filename*=UTF-8''${encodeURIComponent(`${titulo}.${tipo}`).replace(/['()*]/g, escape)}`,
      )
    return sendRange(
      request,
      reply,
      { tipo: MIME[tipo], bytes, etag: `"${fingerprint}"`, modificado: subido },
      (desde, hasta) => readBytes(db, archivo, desde, hasta),
    )
  })
}
