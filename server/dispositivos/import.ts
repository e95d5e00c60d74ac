import type { ColumnaAlta, InformeDispositivos } from '#contract/dispositivos'
import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import { reviewApodo, reviewMac } from '#contract/valores/alta'
import { LECTORES_POR_EMPRESA } from '#contract/valores/dispositivos'
import type { Db } from '../db/cliente'
import { findEmpresa, lockEmpresa } from '../db/empresa'
import { type Seguimiento, seguidas } from '../exportar/avance'
import { conflicto, ErrorHttp, noEncontrado } from '../http/errores'
import type { FilaAlta, Leido } from './import-read'
import { countLectores, isApodoRepetido } from './repo'
import { type Alta, freeApodos, listDuenos, listPrevios, type Previo, saveAltas } from './repo-import'
import { listRotas } from './repo-rota'
import { demasiadosLectores } from './service'

/** Rows that one statement reads or writes. */
const POR_TROZO = 2500

async function* trozos<T>(filas: T[]): AsyncGenerator<T[]> {
  for (let i = 0; i < filas.length; i += POR_TROZO) yield filas.slice(i, i + POR_TROZO)
}

type Campos = NonNullable<InformeDispositivos['cambios'][number]['campos']>
type Pendiente = { fila: FilaAlta; alta: Alta; previo: Previo | undefined; campos: Campos }

/** A blank leaves what there is, or what the registration form begins with. */
function altaDe(f: FilaAlta, previo: Previo | undefined): Alta {
  return {
    mac: f.mac,
    apodo: f.apodo ?? previo?.apodo ?? null,
    tipo: f.tipo ?? previo?.tipo ?? 'SmartBle',
    activado: f.activado ?? previo?.activado ?? true,
    etiqueta: f.etiqueta ?? previo?.etiqueta ?? null,
    lat: f.coordenadas?.lat ?? previo?.lat ?? null,
    lon: f.coordenadas?.lon ?? previo?.lon ?? null,
  }
}

const valores = (d: Alta): Record<Exclude<ColumnaAlta, 'mac_serie'>, string> => ({
  apodo: d.apodo ?? '',
  tipo_dispositivo: d.tipo,
  estado: d.activado ? 'Activado' : 'Desactivado',
  etiqueta: d.etiqueta ?? '',
  lat: d.lat === null ? '' : String(d.lat),
  lon: d.lon === null ? '' : String(d.lon),
})

function camposDe(previo: Previo | undefined, alta: Alta): Campos {
  if (!previo) return []
  const [antes, despues] = [valores(previo), valores(alta)]
  const columnas = Object.keys(antes) as (keyof typeof antes)[]
  return columnas
    .filter((c) => antes[c] !== despues[c])
    .map((columna) => ({ columna, antes: antes[columna], despues: despues[columna] }))
}

/** What is wrong with a row that can be read, once its device is known. */
function findReparo(
  f: FilaAlta,
  alta: Alta,
  previo: Previo | undefined,
  empresa: number,
): [columna: ColumnaAlta, error: string] | undefined {
  // The message does not say which company has it.
  if (previo && previo.empresa !== empresa)
    return ['mac_serie', `La MAC ${f.mac} no se puede registrar en esta empresa.`]
  if (!previo && alta.apodo === null) return ['apodo', 'Falta apodo']
  const apodo = alta.apodo === null ? undefined : reviewApodo(alta.tipo, alta.apodo, previo?.apodo)
  if (apodo) return ['apodo', apodo]
  if (f.coordenadas && alta.tipo !== 'Reader') return ['lat', 'Solo los lectores llevan latitud y longitud.']
  return undefined
}

/** One by one somebody can say that it works again. */
const deRota = (mac: string): [ColumnaAlta, string] => [
  'mac_serie',
  `La etiqueta ${mac} está marcada como rota: si funciona, regístrala en el alta.`,
]

type Comparado = {
  informe: Omit<InformeDispositivos, 'ensayo'>
  cambios: Pendiente[]
  /** Macs of devices whose nickname another row takes over. */
  ceden: string[]
}

/** What is new, what changes, and what cannot be; `paraCambiar` holds the devices until the transaction ends. */
async function compare(
  db: Db,
  empresa: number,
  leido: Leido,
  { series, paraCambiar }: { series: boolean; paraCambiar: boolean },
): Promise<Comparado> {
  let porConfirmar = 0
  const { filas, reparos } = leido
  const buenas = new Map<string, Pendiente>()
  for await (const trozo of trozos(filas)) {
    const macs = trozo.map((f) => f.mac)
    const hay = new Map((await listPrevios(db, macs, paraCambiar)).map((d) => [d.mac, d]))
    const rotas = await listRotas(db, empresa, macs)
    for (const fila of trozo) {
      const previo = hay.get(fila.mac)
      const alta = altaDe(fila, previo)
      const mac = previo ? { reparo: null } : reviewMac(fila.mac, series)
      const otro = rotas.has(fila.mac) ? deRota(fila.mac) : findReparo(fila, alta, previo, empresa)
      if (mac.reparo !== null && mac.confirmar && !otro) porConfirmar++
      const reparo: typeof otro = mac.reparo === null ? otro : ['mac_serie', mac.reparo]
      if (reparo) reparos.add(fila, ...reparo)
      else buenas.set(fila.mac, { fila, alta, previo, campos: camposDe(previo, alta) })
    }
  }
  const ceden = await dropTomados(db, empresa, buenas, reparos)
  const masLectores = [...buenas.values()].filter(
    (p) => p.alta.tipo === 'Reader' && p.previo?.tipo !== 'Reader',
  ).length
  if (masLectores && (await countLectores(db, empresa)) + masLectores > LECTORES_POR_EMPRESA)
    throw demasiadosLectores()
  const todas = [...buenas.values()]
  const nuevas = todas.filter((p) => !p.previo)
  const cambiadas = todas.filter((p) => p.campos.length > 0)
  return {
    informe: {
      filas: leido.total,
      nuevas: nuevas.length,
      cambiadas: cambiadas.length,
      iguales: todas.length - nuevas.length - cambiadas.length,
      ...reparos.informe(),
      series: porConfirmar,
      // What is lost by a change comes before what is gained.
      cambios: [...cambiadas, ...nuevas]
        .slice(0, MAX_CAMBIOS_INFORME)
        .map(({ fila, alta, previo, campos }) => ({
          linea: fila.linea,
          mac: fila.mac,
          apodo: alta.apodo ?? fila.mac,
          campos: previo ? campos : null,
        })),
    },
    cambios: [...cambiadas, ...nuevas],
    ceden,
  }
}

/**
 * Take out the rows whose nickname another device keeps; one that gets another nickname in the same file gives its own
 * up. @returns the macs of those that do
 */
async function dropTomados(
  db: Db,
  empresa: number,
  buenas: Map<string, Pendiente>,
  reparos: Leido['reparos'],
): Promise<string[]> {
  const duenos = new Map<string, string>()
  for await (const trozo of trozos([...buenas.values()]))
    for (const { apodo, mac } of await listDuenos(
      db,
      empresa,
      trozo.flatMap((p) => p.fila.apodo ?? []),
    ))
      duenos.set(apodo, mac)
  const duenoDe = ({ fila }: Pendiente) => (fila.apodo === undefined ? undefined : duenos.get(fila.apodo))
  const tomados = [...buenas.values()].filter((p) => (duenoDe(p) ?? p.fila.mac) !== p.fila.mac)
  // A row that is taken out keeps its device's nickname, which may be the one that another waits for.
  for (let fuera = -1; fuera !== 0; ) {
    fuera = 0
    for (const p of tomados) {
      const { fila } = p
      if (!buenas.has(fila.mac) || buenas.has(duenoDe(p) as string)) continue
      buenas.delete(fila.mac)
      reparos.add(fila, 'apodo', `El apodo ${fila.apodo} ya lo tiene otro dispositivo.`)
      fuera++
    }
  }
  return tomados.filter((p) => buenas.has(p.fila.mac)).map((p) => duenoDe(p) as string)
}

const noExiste = () => noEncontrado('No existe esa empresa.')
const cambiados = () =>
  conflicto('Los dispositivos han cambiado mientras tanto. Vuelve a comprobar el archivo.', 'han_cambiado')

/** What an import would do. Nothing is written. */
export async function rehearseAltas(
  db: Db,
  empresa: number,
  leido: Leido,
  series: boolean,
): Promise<InformeDispositivos> {
  if (!(await findEmpresa(db, empresa))) throw noExiste()
  return { ensayo: true, ...(await compare(db, empresa, leido, { series, paraCambiar: false })).informe }
}

type Importacion = {
  empresa: number
  /** Leave rows with errors out; else one of them refuses all. */
  omitir: boolean
  /** What is no MAC is a serial number. */
  series: boolean
  seguimiento: Seguimiento
  /** Aborted when the client leaves: then nothing is written. */
  corte: AbortSignal
}

/**
 * Write the good rows within the transaction `tx`. Throws 409 for rows with errors that are not to be left out, and
 * where somebody else changes the same devices meanwhile.
 */
export async function importAltas(
  tx: Db,
  leido: Leido,
  { empresa, omitir, series, seguimiento, corte }: Importacion,
): Promise<InformeDispositivos> {
  if (!(await lockEmpresa(tx, empresa))) throw noExiste()
  const { informe, cambios, ceden } = await compare(tx, empresa, leido, { series, paraCambiar: true })
  if (informe.con_error && !omitir)
    throw conflicto(
      `${informe.con_error === 1 ? 'Una fila tiene' : `${informe.con_error.toLocaleString('es')} filas tienen`} errores. Corrígelas, o pide que se importen solo las buenas.`,
      'con_errores',
    )
  const save = async (altas: Alta[]) => {
    if (corte.aborted) throw new ErrorHttp(499, 'cancelada', 'La importación se ha cancelado.')
    if ((await saveAltas(tx, empresa, altas)) !== altas.length) throw cambiados()
  }
  try {
    if (ceden.length) await freeApodos(tx, empresa, ceden)
    for await (const trozo of seguidas(trozos(cambios), seguimiento, () => cambios.length))
      await save(trozo.map((p) => p.alta))
  } catch (e) {
    throw isApodoRepetido(e) ? cambiados() : e
  }
  return { ensayo: false, ...informe }
}
