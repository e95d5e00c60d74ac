import { v4 as uuid } from 'uuid'
import type { EscaneoRecibido, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import type { Situado } from '#contract/cuentas/recuentos/reglas-values'
import type { ModoEscaneo } from '#contract/cuentas/recuentos/values'
import { createDeposito } from '../../lib/deposito'
import { recuerdo } from '../../lib/recuerdo'
import { createAlmacen } from '../../lib/session/almacen'
import type { Sesion } from '../../lib/session/sesion'
import { CLAVE_ESPERAN, DEPOSITO } from './esperan'

/** The author of a scan. It is never sent to another company or under another account. */
export type Autor = Pick<Sesion, 'id' | 'empresa'>

/** A scan of this device; it is kept until its count is closed and it has been sent. */
export type Guardado = {
  id: string
  recuento: number
  autor: Autor
  persona: string
  codigo: string
  /** What the code names: mac and nickname of a container that this device knows, or what was read. */
  mac: string | null
  apodo: string | null
  /** ms since the epoch. */
  momento: number
  modo: ModoEscaneo
  donde: string | null
  anula: string | null
  enviado: boolean
  /** Why the server refused it. */
  error?: string
}

/** Data of a count that this device keeps for offline use. */
export type RecuentoGuardado = {
  id: number
  empresa: number
  recuento: UnRecuento
  /** Undefined: the count is closed, so it is not counted on this device. */
  contenedores?: Situado[]
  completo?: boolean
}

/** Scans of a count that the server has, of all phones; the id from which the next query continues; and the scans that have a photo. */
export type Recibidos = { id: number; escaneos: EscaneoRecibido[]; siguiente: number; fotos: string[] }

/** A photo that this device took of a scan; it is kept until its count is closed and it has been sent. */
export type FotoGuardada = {
  /** Id of the scan. */
  id: string
  recuento: number
  autor: Autor
  /** Null: already sent. */
  jpeg: ArrayBuffer | null
  /** Why the server refused it. */
  error?: string
}

const deposito = createDeposito(
  DEPOSITO,
  {
    escaneos: { clave: 'id', indice: 'recuento' },
    recuentos: { clave: 'id' },
    recibidos: { clave: 'id' },
    fotos: { clave: 'id', indice: 'recuento' },
  },
  2,
)

const CLAVE_APARATO = 'retorna.aparato'

/** Changes whenever scans or photos of this device were sent or refused. */
export const cambios = createAlmacen(0)
const notify = () => cambios.set(cambios.get() + 1)

/** The id of this device. */
export function aparato(): string {
  const suyo = recuerdo.get(CLAVE_APARATO) ?? uuid()
  recuerdo.set(CLAVE_APARATO, suyo)
  return suyo
}

/** Store a scan on this device: when the promise resolves, it is on the disk. Rejects if the browser has no space left. */
export async function saveEscaneos(nuevos: readonly Omit<Guardado, 'id' | 'enviado'>[]): Promise<Guardado[]> {
  const guardados = nuevos.map((e) => ({ ...e, id: uuid(), enviado: false }))
  recuerdo.set(CLAVE_ESPERAN, 'si')
  await deposito.add('escaneos', guardados)
  return guardados
}

export const listGuardados = (recuento?: number): Promise<Guardado[]> =>
  deposito.list<Guardado>('escaneos', recuento)

export const isSuyo = (g: { autor: Autor }, autor: Autor) =>
  g.autor.id === autor.id && g.autor.empresa === autor.empresa

const isPendiente = (g: Guardado) => !g.enviado && g.error === undefined

/** Store the photo of a scan on this device; an existing photo stays. Rejects if the browser has no space left. */
export async function saveFotoLocal(foto: FotoGuardada): Promise<void> {
  recuerdo.set(CLAVE_ESPERAN, 'si')
  if (!(await deposito.get('fotos', foto.id))) await deposito.add('fotos', [foto])
  notify()
}

export const listFotosLocales = (recuento?: number): Promise<FotoGuardada[]> =>
  deposito.list<FotoGuardada>('fotos', recuento)

/** Photos that wait to be sent; refused ones, and those of refused scans, are left out. */
export function fotosPendientes(fotos: readonly FotoGuardada[], escaneos: readonly Guardado[]) {
  const rechazados = new Set(escaneos.filter((g) => g.error !== undefined).map((g) => g.id))
  return fotos.filter((f) => f.jpeg !== null && f.error === undefined && !rechazados.has(f.id))
}

/** Whether scans or photos of any person wait on this device. */
export async function hasSinEnviar(): Promise<boolean> {
  const escaneos = await listGuardados()
  return escaneos.some(isPendiente) || fotosPendientes(await listFotosLocales(), escaneos).length > 0
}

/** Scans of one person that have not reached the server and were not refused. */
export async function listSinEnviar(autor: Autor): Promise<Guardado[]> {
  return (await listGuardados()).filter((g) => isPendiente(g) && isSuyo(g, autor))
}

/** Photos of one person that wait although their scans have been sent. */
export async function listFotosSinEnviar(autor: Autor): Promise<FotoGuardada[]> {
  const escaneos = await listGuardados()
  const esperan = new Set(escaneos.filter(isPendiente).map((g) => g.id))
  return fotosPendientes(await listFotosLocales(), escaneos).filter(
    (f) => isSuyo(f, autor) && !esperan.has(f.id),
  )
}

async function noteCambio(): Promise<void> {
  const escaneos = await listGuardados()
  const fotos = await listFotosLocales()
  if (escaneos.every((g) => g.enviado) && fotos.every((f) => f.jpeg === null)) recuerdo.remove(CLAVE_ESPERAN)
  notify()
}

export async function updateGuardados(cambiados: readonly Guardado[]): Promise<void> {
  await deposito.keep('escaneos', cambiados)
  await noteCambio()
}

export async function updateFoto(foto: FotoGuardada): Promise<void> {
  await deposito.keep('fotos', [foto])
  await noteCambio()
}

export const saveRecuento = (r: RecuentoGuardado) => deposito.keep('recuentos', [r])
export const readRecuento = (id: number) => deposito.get<RecuentoGuardado>('recuentos', id)
export const listRecuentosGuardados = () => deposito.list<RecuentoGuardado>('recuentos')
export const saveRecibidos = (r: Recibidos) => deposito.keep('recibidos', [r])
/** Data stored by an earlier build have no field for photos. */
export const readRecibidos = async (id: number): Promise<Recibidos> => ({
  id,
  escaneos: [],
  siguiente: 1,
  fotos: [],
  ...(await deposito.get<Partial<Recibidos>>('recibidos', id)),
})

/** Delete the stored data of a closed count; waiting scans stay. */
export async function forgetRecuento(id: number): Promise<void> {
  await deposito.remove('recuentos', [id])
  await deposito.remove('recibidos', [id])
  const suyos = await listGuardados(id)
  await deposito.remove(
    'escaneos',
    suyos.filter((g) => g.enviado).map((g) => g.id),
  )
  const fotos = await listFotosLocales(id)
  await deposito.remove(
    'fotos',
    fotos.filter((f) => f.jpeg === null).map((f) => f.id),
  )
}
