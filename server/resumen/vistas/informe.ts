import { DE_PANTALLA, direccionDeVista } from '#contract/resumen/vistas/values'
import type { Informe } from '../../avisos/avisos/channels/canal'
import { checkPolitica } from '../../platform/auth/policy'
import { findPrincipal } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { collect } from '../../platform/export/collect'
import { ErrorHttp } from '../../platform/http/errores'
import { FILES } from './files'
import { type EnvioEntero, findEnvio } from './repo-envio'

/** Makes the file of a view for a mail. @param replica database that rows are read from @param onFail gets errors that are worth a retry */
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
