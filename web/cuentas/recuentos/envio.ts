import { MAX_ESCANEOS_LOTE, MAX_ESPERA_MS } from '#contract/cuentas/recuentos/values'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { uploadOf } from '../../lib/api/upload'
import { withTabLock } from '../../lib/session/tab-lock'
import {
  type Autor,
  aparato,
  type FotoGuardada,
  type Guardado,
  hasSinEnviar,
  listFotosSinEnviar,
  listSinEnviar,
  updateFoto,
  updateGuardados,
} from './cola'
import { CLAVE_ESPERAN } from './esperan'

async function sendLote(lote: readonly Guardado[], recuento: number): Promise<void> {
  await call(api.addEscaneos, {
    params: { id: recuento },
    body: {
      aparato: aparato(),
      escaneos: lote.map(({ id, codigo, mac, apodo, momento, modo, donde, anula }) => ({
        id,
        codigo,
        mac,
        apodo,
        modo,
        donde,
        anula,
        hace_ms: Math.min(MAX_ESPERA_MS, Math.max(0, Math.round(Date.now() - momento))),
      })),
    },
  })
}

/** The code turned out to be of a known container: its photo is not needed. */
const CONOCIDO = 'conocido'

async function sendFoto(foto: FotoGuardada, jpeg: ArrayBuffer): Promise<void> {
  const params = { id: foto.recuento, escaneo: foto.id }
  try {
    await uploadOf(api.addFotoRecuento, new Blob([jpeg], { type: 'image/jpeg' }), params)
  } catch (causa) {
    if (!(causa instanceof ErrorLlamada) || causa.code !== CONOCIDO) throw causa
  }
}

/**
 * Photos are sent one by one, after their scans.
 * @returns how many were sent
 */
async function sendFotos(): Promise<number> {
  let enviadas = 0
  for (;;) {
    const quien = await findQuien()
    const [foto] = quien ? await listFotosSinEnviar(quien) : []
    if (!foto?.jpeg) return enviadas
    try {
      await sendFoto(foto, foto.jpeg)
      await updateFoto({ ...foto, jpeg: null })
      enviadas++
    } catch (causa) {
      if (!(causa instanceof ErrorLlamada) || causa.pasajero) return enviadas
      await updateFoto({ ...foto, error: causa.message })
    }
  }
}

/** The person who is logged in now: another tab may have changed the session a moment ago. */
async function findQuien(): Promise<Autor | undefined> {
  const quien = await call(api.validateToken).catch(() => undefined)
  return quien && { id: quien.user.id, empresa: quien.empresa }
}

/**
 * Send the waiting scans and photos of the user, in order. Stops if there is still no connection or no session. An item that the server
 * refuses stays, with the reason.
 * @returns how many were sent
 */
export async function sendEscaneos(): Promise<number> {
  if (!navigator.onLine || !(await hasSinEnviar())) return 0
  return withTabLock(CLAVE_ESPERAN, async () => {
    let enviados = 0
    for (;;) {
      const quien = await findQuien()
      if (!quien) break
      const esperan = await listSinEnviar(quien)
      const [primero] = esperan
      if (!primero) break
      const lote = esperan.filter((g) => g.recuento === primero.recuento).slice(0, MAX_ESCANEOS_LOTE)
      try {
        await sendLote(lote, primero.recuento)
        await updateGuardados(lote.map((g) => ({ ...g, enviado: true })))
        enviados += lote.length
      } catch (causa) {
        if (!(causa instanceof ErrorLlamada) || causa.pasajero) break
        await updateGuardados(lote.map((g) => ({ ...g, error: causa.message })))
      }
    }
    return enviados + (await sendFotos())
  })
}
