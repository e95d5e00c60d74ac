import { MAX_CAMBIOS_INFORME } from '#contract/importar'
import { reviewApodo, reviewMac } from '#contract/parque/dispositivos/alta-values'
import type { ColumnaAlta, InformeDispositivos } from '#contract/parque/dispositivos/dispositivos'
import { LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import type { Db } from '../../../platform/db/client'
import { findEmpresa, lockEmpresa } from '../../../platform/db/queries/empresa'
import { type Seguimiento, seguidas } from '../../../platform/export/progress'
import { conflicto, ErrorHttp, noEncontrado } from '../../../platform/http/errores'
import { createPauses, paced } from '../../../platform/process/pauses'
import { countLectores, isApodoRepetido } from '../repo'
import { listRotas } from '../repo-rota'
import { demasiadosLectores } from '../service'
import type { FilaAlta, Parsed } from './import-read'
import { type Alta, freeApodos, listDuenos, listPrevious, type Previous, saveAltas } from './repo-import'

/** Rows per statement. */
const POR_CHUNK = 2500

async function* chunks<T>(filas: T[]): AsyncGenerator<T[]> {
  for (let i = 0; i < filas.length; i += POR_CHUNK) yield filas.slice(i, i + POR_CHUNK)
}

type Fields = NonNullable<InformeDispositivos['cambios'][number]['campos']>
type Pendiente = { fila: FilaAlta; alta: Alta; previo: Previous | undefined; campos: Fields }

/** A blank cell keeps the present value, or gets the default of the registration form. */
function altaOf(f: FilaAlta, previo: Previous | undefined): Alta {
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

const values = (d: Alta): Record<Exclude<ColumnaAlta, 'mac_serie'>, string> => ({
  apodo: d.apodo ?? '',
  tipo_dispositivo: d.tipo,
  estado: d.activado ? 'Activado' : 'Desactivado',
  etiqueta: d.etiqueta ?? '',
  lat: d.lat === null ? '' : String(d.lat),
  lon: d.lon === null ? '' : String(d.lon),
})

function fieldsOf(previo: Previous | undefined, alta: Alta): Fields {
  if (!previo) return []
  const [before, despues] = [values(previo), values(alta)]
  const columns = Object.keys(before) as (keyof typeof before)[]
  return columns
    .filter((c) => before[c] !== despues[c])
    .map((columna) => ({ columna, antes: before[columna], despues: despues[columna] }))
}

/** The error of a valid row that shows only with its device. */
function findCellError(
  f: FilaAlta,
  alta: Alta,
  previo: Previous | undefined,
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

/** A user can confirm one by one that such a tag works again. */
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

/** Which rows are new, changed or refused; `paraCambiar` locks the devices until the transaction ends. */
async function compare(
  db: Db,
  empresa: number,
  parsed: Parsed,
  { series, paraCambiar }: { series: boolean; paraCambiar: boolean },
): Promise<Comparado> {
  let porConfirmar = 0
  const { filas, reparos: cellErrors } = parsed
  const buenas = new Map<string, Pendiente>()
  for await (const chunk of chunks(filas)) {
    const macs = chunk.map((f) => f.mac)
    const hay = new Map((await listPrevious(db, macs, paraCambiar)).map((d) => [d.mac, d]))
    const rotas = await listRotas(db, empresa, macs)
    for await (const fila of paced(chunk)) {
      const previo = hay.get(fila.mac)
      const alta = altaOf(fila, previo)
      const mac = previo ? { reparo: null } : reviewMac(fila.mac, series)
      const otro = rotas.has(fila.mac) ? deRota(fila.mac) : findCellError(fila, alta, previo, empresa)
      if (mac.reparo !== null && mac.confirmar && !otro) porConfirmar++
      const cellError: typeof otro = mac.reparo === null ? otro : ['mac_serie', mac.reparo]
      if (cellError) cellErrors.add(fila, ...cellError)
      else buenas.set(fila.mac, { fila, alta, previo, campos: fieldsOf(previo, alta) })
    }
  }
  const ceden = await dropTomados(db, empresa, buenas, cellErrors)
  let [iguales, masLectores] = [0, 0]
  const nuevas: Pendiente[] = []
  const cambiadas: Pendiente[] = []
  for await (const p of paced(buenas.values())) {
    if (p.alta.tipo === 'Reader' && p.previo?.tipo !== 'Reader') masLectores++
    if (!p.previo) nuevas.push(p)
    else if (p.campos.length > 0) cambiadas.push(p)
    else iguales++
  }
  if (masLectores && (await countLectores(db, empresa)) + masLectores > LECTORES_POR_EMPRESA)
    throw demasiadosLectores()
  // Changes that overwrite data come before new devices.
  const cambios = [...cambiadas, ...nuevas]
  return {
    informe: {
      filas: parsed.total,
      nuevas: nuevas.length,
      cambiadas: cambiadas.length,
      iguales,
      ...cellErrors.informe(),
      series: porConfirmar,
      cambios: cambios.slice(0, MAX_CAMBIOS_INFORME).map(({ fila, alta, previo, campos }) => ({
        linea: fila.linea,
        mac: fila.mac,
        apodo: alta.apodo ?? fila.mac,
        campos: previo ? campos : null,
      })),
    },
    cambios,
    ceden,
  }
}

/**
 * Removes rows whose nickname belongs to another device, unless that device gets another nickname in the same file. @returns the macs of
 * the devices that do
 */
async function dropTomados(
  db: Db,
  empresa: number,
  buenas: Map<string, Pendiente>,
  cellErrors: Parsed['reparos'],
): Promise<string[]> {
  const pause = createPauses()
  const duenos = new Map<string, string>()
  for await (const chunk of chunks([...buenas.values()]))
    for (const { apodo, mac } of await listDuenos(
      db,
      empresa,
      chunk.flatMap((p) => p.fila.apodo ?? []),
    ))
      duenos.set(apodo, mac)
  const duenoOf = ({ fila }: Pendiente) => (fila.apodo === undefined ? undefined : duenos.get(fila.apodo))
  // By the device that has it: the row that takes its nickname over. Each nickname is in one row of the file.
  const takerOf = new Map<string, Pendiente>()
  for await (const p of paced(buenas.values())) {
    const dueno = duenoOf(p) ?? p.fila.mac
    if (dueno !== p.fila.mac) takerOf.set(dueno, p)
  }
  // A removed row leaves its device's nickname in use, and another row may have needed it.
  for await (const first of paced(takerOf.values()))
    for (
      let p: Pendiente | undefined = first;
      p && buenas.has(p.fila.mac) && !buenas.has(duenoOf(p) as string);
      p = takerOf.get(p.fila.mac)
    ) {
      buenas.delete(p.fila.mac)
      cellErrors.add(p.fila, 'apodo', `El apodo ${p.fila.apodo} ya lo tiene otro dispositivo.`)
      await pause()
    }
  await pause()
  return [...takerOf].filter(([, p]) => buenas.has(p.fila.mac)).map(([dueno]) => dueno)
}

const noExiste = () => noEncontrado('No existe esa empresa.')
const cambiados = () =>
  conflicto('Los dispositivos han cambiado mientras tanto. Vuelve a comprobar el archivo.', 'han_cambiado')

/** Reports what an import would do; writes nothing. */
export async function rehearseAltas(
  db: Db,
  empresa: number,
  parsed: Parsed,
  series: boolean,
): Promise<InformeDispositivos> {
  if (!(await findEmpresa(db, empresa))) throw noExiste()
  return { ensayo: true, ...(await compare(db, empresa, parsed, { series, paraCambiar: false })).informe }
}

type Importacion = {
  empresa: number
  /** True: rows with errors are skipped. False: one row with an error rejects the whole file. */
  omitir: boolean
  /** True: text that is no MAC is taken as a serial number. */
  series: boolean
  seguimiento: Seguimiento
  /** Aborted when the client disconnects: then nothing is written. */
  corte: AbortSignal
}

/**
 * Writes the valid rows within the transaction `tx`. Throws 409 for rows with errors that are not to be skipped, and if another user
 * changes the same devices meanwhile.
 */
export async function importAltas(
  tx: Db,
  parsed: Parsed,
  { empresa, omitir, series, seguimiento, corte }: Importacion,
): Promise<InformeDispositivos> {
  if (!(await lockEmpresa(tx, empresa))) throw noExiste()
  const { informe, cambios, ceden } = await compare(tx, empresa, parsed, { series, paraCambiar: true })
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
    for await (const chunk of seguidas(chunks(cambios), seguimiento, () => cambios.length))
      await save(chunk.map((p) => p.alta))
  } catch (e) {
    throw isApodoRepetido(e) ? cambiados() : e
  }
  return { ensayo: false, ...informe }
}
