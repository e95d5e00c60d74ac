import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as c from '#contract/manuales'
import { type Config, RAIZ } from '../config'
import type { Db } from '../db/cliente'
import { installConArchivo } from '../http/archivo'
import { bind } from '../http/bind'
import { findDocumento, findPorNombre, prepareCarpeta, readContenido } from './carpeta'
import { createIndice } from './indice'
import * as service from './service'
import { receiveSubida } from './subida'

const BUSQUEDAS_POR_MINUTO = 60
const PREGUNTAS_POR_MINUTO = 20
const LARGO_BUSQUEDA = 220
const LARGO_RESPUESTA = 420
const RESPUESTAS = 3

/** A document may be shown in a frame of ours; it runs nothing, and loads nothing but itself. */
const CSP_DOCUMENTO =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const HALLADO = 'Esto dicen los manuales:'
const SIN_RESPUESTA =
  'No he encontrado nada sobre eso en los manuales. Prueba con otras palabras o consulta el índice de manuales.'

export async function installManuales(
  app: FastifyInstance,
  db: Db,
  config: Pick<Config, 'DATA_DIR'>,
): Promise<void> {
  const raiz = join(config.DATA_DIR, 'manuales')
  await prepareCarpeta(raiz, join(RAIZ, 'docs/manuales'))
  const indice = createIndice(db, raiz, app.log)
  // Reading many files takes a while: nobody waits for it to come in.
  app.addHook('onReady', async () => void indice.sync())
  app.addHook('onClose', () => indice.stop())

  bind(app, c.listManuales, 'publico', async () => ({
    categories: (await readContenido(raiz, (d) => indice.find(d)?.legible === false)).categorias,
  }))

  bind(app, c.getManual, 'publico', async ({ params }) => {
    const { id } = await findPorNombre(raiz, params.name)
    return { url: c.getArchivoManual.path.replace('{id}', id) }
  })

  bind(
    app,
    c.searchManuales,
    'publico',
    async ({ query }) => ({
      data: await service.searchPasajes(db, indice, raiz, query.q, c.MAX_PASAJES, LARGO_BUSQUEDA),
    }),
    BUSQUEDAS_POR_MINUTO,
  )

  bind(
    app,
    c.askAsistente,
    'publico',
    async ({ query }) => {
      const pasajes = await service.searchPasajes(
        db,
        indice,
        raiz,
        query.pregunta,
        RESPUESTAS,
        LARGO_RESPUESTA,
      )
      return { respuesta: pasajes.length ? HALLADO : SIN_RESPUESTA, pasajes }
    },
    PREGUNTAS_POR_MINUTO,
  )

  bind(app, c.updateManual, 'admin', async ({ params, body, write }) => {
    const hecho = await write((tx) => service.updateDocumento(tx, raiz, params.id, body))
    await indice.sync()
    return hecho
  })

  bind(app, c.deleteManual, 'admin', async ({ params, write }) => {
    await write((tx) => service.deleteDocumento(tx, raiz, params.id))
    await indice.sync()
    return { ok: true as const }
  })

  bind(app, c.createCarpeta, 'admin', async ({ body, write }) =>
    write((tx) => service.createCarpeta(tx, raiz, body.titulo, body.dentro)),
  )

  bind(app, c.updateCarpeta, 'admin', async ({ params, body, write }) => {
    const hecho = await write((tx) => service.updateCarpeta(tx, raiz, params.id, body.titulo))
    await indice.sync()
    return hecho
  })

  bind(app, c.deleteCarpeta, 'admin', async ({ params, write }) => {
    await write((tx) => service.deleteCarpeta(tx, raiz, params.id))
    return { ok: true as const }
  })

  installConArchivo(app, (conArchivo) => {
    bind(conArchivo, c.createManual, 'admin', async ({ query, request, write }) => {
      const subida = await receiveSubida(request, raiz, c.NombreManual)
      try {
        const hecho = await write((tx) => service.createDocumento(tx, raiz, query.carpeta, subida))
        await indice.sync()
        return hecho
      } finally {
        await rm(subida.temporal, { force: true })
      }
    })
  })

  await app.register(async (conEnvio) => {
    await conEnvio.register(fastifyStatic, { root: raiz, serve: false })
    bind(conEnvio, c.getArchivoManual, 'publico', async ({ params, reply }) => {
      const { ruta, titulo, tipo } = await findDocumento(raiz, params.id)
      return reply
        .header('content-security-policy', CSP_DOCUMENTO)
        .header('x-frame-options', 'SAMEORIGIN')
        .header(
          'content-disposition',
          `inline; filename*=UTF-8''${encodeURIComponent(`${titulo}.${tipo}`).replace(/['()*]/g, escape)}`,
        )
        .sendFile(ruta, raiz, { cacheControl: false, dotfiles: 'deny' })
    })
  })
}
