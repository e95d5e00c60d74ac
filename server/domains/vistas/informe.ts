import type { Readable } from 'node:stream'
import { DE_PANTALLA, direccionDeVista } from '#contract/valores/avisos/vistas'
import { checkPolitica } from '../../platform/auth/policy'
import { findPrincipal } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { ErrorHttp } from '../../platform/http/errores'
import type { Informe } from '../avisos/channels/canal'
import { FILES } from './files'
import { type EnvioEntero, findEnvio } from './repo-envio'

/** What mail servers take as a rule: the file grows by a third on its way. */
const MAX_BYTES = 10 * 1024 * 1024
const MAX_MS = 40_000

const LARGE = 'El fichero ocupa más de 10 MB: acote los filtros, o descárguelo desde la pantalla.'
const LENTO = 'El fichero tarda demasiado en hacerse: acote los filtros, o descárguelo desde la pantalla.'

/** All of it, up to a bound of bytes and time; else why not. What is not read to its end is not made to its end. */
async function collect(flujo: Readable): Promise<Buffer | string> {
  let lento = false
  const clock = setTimeout(() => {
    lento = true
    flujo.destroy()
  }, MAX_MS)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of flujo) {
      bytes += (chunk as Buffer).length
      if (bytes > MAX_BYTES) return LARGE
      chunks.push(chunk as Buffer)
    }
  } catch (e) {
    if (!lento) throw e
  } finally {
    clearTimeout(clock)
  }
  return lento ? LENTO : Buffer.concat(chunks)
}

/** Makes the file of a view that is mailed. @param replica where its rows are read from @param onFail what went wrong, where it is worth another try */
export function createInformes(db: Db, replica: Db, zona: string, onFail: (e: unknown) => void) {
  async function make(envioVista: number, e: EnvioEntero): Promise<Informe | null> {
    const principal = await findPrincipal(db, e.usuario)
    if (!principal) return null
    const file = FILES[e.pantalla]
    checkPolitica(file.politica, principal)
    const empresa = principal.is_admin ? e.de_empresa : null
    const enlace = direccionDeVista(e.pantalla, {
      ...e.busqueda,
      ...(principal.is_admin && { en_empresa: empresa ?? 'todas' }),
    })
    const comun = { envioVista, nombre: e.nombre, pantalla: DE_PANTALLA[e.pantalla].titulo, enlace }
    try {
      const { nombre, tipo, flujo } = await file.draw(replica, principal, { ...e, empresa }, zona)
      const cuerpo = await collect(flujo)
      return { ...comun, adjunto: typeof cuerpo === 'string' ? { motivo: cuerpo } : { nombre, tipo, cuerpo } }
    } catch (error) {
      if (error instanceof ErrorHttp && error.status === 400)
        return { ...comun, adjunto: { motivo: error.message } }
      throw error
    }
  }

  return async (envioVista: number): Promise<Informe | { retry: string } | null> => {
    const e = await findEnvio(db, envioVista)
    if (!e) return null
    try {
      return await make(envioVista, e)
    } catch (error) {
      if (error instanceof ErrorHttp && error.status < 500) return null
      onFail(error)
      return { retry: 'No se ha podido hacer el fichero.' }
    }
  }
}
