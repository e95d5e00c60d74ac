import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ROOT } from '../config/config'
import type { Db } from '../db/client'
import { noEncontrado } from '../http/errores'
import { type ArchivoWeb, listSinGuardar, readArchivoWeb, removeAntiguos, saveArchivo } from './repo-web'

const PARA_SIEMPRE = 'public, max-age=31536000, immutable'
/** A page waits at most this long for its files to be stored; the next page tries again. */
const ESPERA_MS = 2000
/** How often the stored files of a build in use are renewed. */
const CADA_MS = 86_400_000

/** Files with a hash in their name. */
const listRutas = (folder: string): string[] =>
  readdirSync(join(folder, 'assets'))
    .filter((f) => !/\.(br|gz|map)$/.test(f))
    .map((f) => `/assets/${f}`)

/**
 * Stores the files of this build in the database, as this process answers them, for all processes. The returned function resolves at once
 * when they are stored.
 */
function createGuarda(app: FastifyInstance, db: Db, folder: string) {
  async function readOwn(ruta: string): Promise<ArchivoWeb> {
    const r = await app.inject({ url: ruta, headers: { 'accept-encoding': 'gzip' } })
    const { 'content-type': tipo = '', 'content-encoding': codificacion } = r.headers
    return {
      ruta,
      tipo: String(tipo),
      codificacion: codificacion?.toString() ?? null,
      contenido: r.rawPayload,
    }
  }
  const save = () =>
    db.transaction().execute(async (tx) => {
      for (const ruta of await listSinGuardar(tx, listRutas(folder)))
        await saveArchivo(tx, await readOwn(ruta))
      await removeAntiguos(tx)
    })
  let hecha: Promise<void> = Promise.resolve()
  let hasta = 0
  return async () => {
    if (performance.now() > hasta) {
      hasta = Number.POSITIVE_INFINITY
      hecha = save().then(
        () => {
          hasta = performance.now() + CADA_MS
        },
        (err) => {
          hasta = 0
          app.log.warn({ err }, 'the files of this build are not kept for other processes')
        },
      )
    }
    await Promise.race([hecha, sleep(ESPERA_MS, undefined, { ref: false })])
  }
}

/**
 * Serves the built web. Files with a hash in their name are cached by browsers for good; any other path answers the page. While one version
 * replaces another, a page of either may ask any process for its files: files of other builds come from the database.
 */
export async function installWeb(
  app: FastifyInstance,
  db: Db,
  folder = join(ROOT, 'dist/web'),
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, ruta) => {
      reply.header('cache-control', ruta.includes('/assets/') ? PARA_SIEMPRE : 'no-cache')
      // A proxy cache may hold compressed files, which not every browser accepts.
      reply.header('vary', 'accept-encoding')
    },
  })
  const guarda = createGuarda(app, db, folder)
  app.get('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const archivo = await readArchivoWeb(db, request.url.split('?')[0] as string)
    if (!archivo) throw noEncontrado()
    const { tipo, codificacion, contenido } = archivo
    reply.header('cache-control', PARA_SIEMPRE).header('vary', 'accept-encoding').type(tipo)
    if (codificacion !== 'gzip') return reply.send(contenido)
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(contenido))
    return reply.header('content-encoding', 'gzip').send(contenido)
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|epcis|assets)([/?]|$)/.test(request.url)) throw noEncontrado()
    await guarda()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
