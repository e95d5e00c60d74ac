import type { z } from 'zod'
import type { FilaExtracto, listEnCuenta, listExtracto } from '#contract/cuentas/custodia/custodia'
import type {
  createPersonaTercero,
  createTercero,
  Tercero,
  updateTercero,
} from '#contract/cuentas/custodia/terceros'
import { DIAS_EXTRACTO, MAX_DIAS_EXTRACTO, MAX_DICHOS, MAX_TERCEROS } from '#contract/cuentas/custodia/values'
import type { ClaseDicho } from '#contract/values/dichos'
import { checkClave, hashClave } from '../../personas/acceso/clave'
import { createUsuario, explainUsuario } from '../../personas/usuarios/service-usuarios'
import { empresaVisible, uniqueEmpresa } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'
import { lockEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { resolvePeriodo } from '../../platform/time/period'
import { ensureEnLibro } from './anotar'
import { notifyDicho } from './disputas/notify'
import { takePrueba } from './disputas/prueba'
import { nextFirst } from './mensual/mes'
import { removeMensual, saveMensual } from './mensual/repo'
import * as extracto from './repo-extracto'
import * as libro from './repo-libro'
import * as repo from './repo-terceros'

const noTercero = () => noEncontrado('No existe ese tercero.')
const noLinea = () => noEncontrado('No existe esa línea.')

/**
 * The partner that a request asks for, within what the caller may see: the users of a partner see only that partner. Throws 404 for any
 * other, 400 where none is named and several are possible.
 */
export async function findVisible(
  db: Db,
  principal: Principal,
  pedido: number | undefined,
  empresaPedida?: number,
): Promise<repo.FilaTercero> {
  const empresa = empresaVisible(principal, empresaPedida)
  if (principal.tercero !== null && pedido !== undefined && pedido !== principal.tercero) throw noTercero()
  const id = principal.tercero ?? pedido
  if (id === undefined) throw entradaNoValida('Di de qué tercero.', 'tercero')
  const tercero = await repo.findTercero(db, id, empresa)
  if (!tercero) throw noTercero()
  return tercero
}

type Filters = Omit<z.output<NonNullable<(typeof listExtracto)['query']>>, 'page' | 'per_page'>

/** Resolves partner, period and filters of a statement. Throws 404 for a partner that the caller may not see. */
export async function askExtracto(db: Db, principal: Principal, q: Filters, zona: string) {
  const tercero = await findVisible(db, principal, q.tercero, q.empresa)
  const periodo = resolvePeriodo(q, { porDefecto: DIAS_EXTRACTO, maximo: MAX_DIAS_EXTRACTO }, zona)
  const e: extracto.Extracto = {
    tercero: tercero.id,
    familia: q.familia ?? null,
    search: q.search ?? null,
    disputa: q.que === 'disputa',
    desde: periodo.desde,
    hasta: periodo.hasta,
    ajeno: principal.tercero !== null,
    zona,
  }
  return { tercero, periodo, e }
}

/**
 * Company and partner whose lines a list of the house shows, and that partner (null: all). Throws 404 for a partner that the caller may not
 * see.
 */
export async function askDonde(
  db: Db,
  principal: Principal,
  q: { tercero?: number | undefined; empresa?: number | undefined },
  zona: string,
) {
  const tercero = q.tercero === undefined ? null : await findVisible(db, principal, q.tercero, q.empresa)
  const donde = { empresa: empresaVisible(principal, q.empresa), tercero: tercero?.id ?? null, zona }
  return { tercero, donde }
}

type FiltrosCuenta = Pick<
  z.output<NonNullable<(typeof listEnCuenta)['query']>>,
  'tercero' | 'familia' | 'empresa'
>

/** The account that a request asks for, and its partner (null: own stock). Throws 404 for a partner that the caller may not see. */
export async function askCuenta(db: Db, principal: Principal, q: FiltrosCuenta, zona: string) {
  const own = principal.tercero === null && q.tercero === undefined
  const tercero = own ? null : await findVisible(db, principal, q.tercero, q.empresa)
  const empresa = tercero?.empresa ?? empresaVisible(principal, q.empresa) ?? principal.empresa
  const cuenta = { empresa, tercero: tercero?.id ?? null, familia: q.familia ?? null, zona }
  return { tercero, cuenta }
}

type Datos = z.output<NonNullable<(typeof updateTercero)['body']>>

type Lugares = { lugares: readonly number[]; salidas?: readonly number[] | undefined }

/**
 * Saves the partner's places, and the places from which containers leave for it (undefined: unchanged). Throws 404 for a place of another
 * company, 409 for a place that another partner has or that leads to another, and for one that is in both lists.
 */
async function putLugares(tx: Db, empresa: number, id: number, { lugares, salidas }: Lugares): Promise<void> {
  const find = async (ids: readonly number[]) => {
    const unicos = [...new Set(ids)]
    const hay = await repo.listLugares(tx, empresa, unicos)
    if (hay.length < unicos.length) throw noEncontrado('No existe esa ubicación en la empresa.')
    return { unicos, hay }
  }
  if (salidas) {
    const desde = await find(salidas)
    const otro = desde.hay.find((l) => l.hacia !== null && l.hacia !== id)
    if (otro) throw conflicto(`Desde «${otro.nombre}» ya se envía a ${otro.destino}.`, 'salida_ocupada')
    const suyo = desde.hay.find((l) => l.de !== null && (l.de !== id || lugares.includes(l.id)))
    if (suyo) throw conflicto(`«${suyo.nombre}» es de ${suyo.tercero}: no es una salida.`, 'lugar_ocupado')
    await repo.saveSalidas(tx, empresa, id, desde.unicos)
  }
  const suyos = await find(lugares)
  const ajeno = suyos.hay.find((l) => l.de !== null && l.de !== id)
  if (ajeno) throw conflicto(`«${ajeno.nombre}» ya es de ${ajeno.tercero}.`, 'lugar_ocupado')
  const muelle = suyos.hay.find((l) => l.hacia !== null)
  if (muelle)
    throw conflicto(`Desde «${muelle.nombre}» se envía a ${muelle.destino}: es un lugar propio.`, 'es_salida')
  await repo.saveLugares(tx, empresa, id, suyos.unicos)
}

/** Saves who gets the monthly statement; undefined: unchanged. */
async function setMensual(
  tx: Db,
  { id, empresa }: { id: number; empresa: number },
  mensual: Datos['mensual'],
  zona: string,
): Promise<void> {
  if (!mensual) return
  const { correo } = mensual
  if (correo === null) await removeMensual(tx, id)
  else await saveMensual(tx, id, { ...mensual, correo, empresa, siguiente: nextFirst(new Date(), zona) })
}

const explain = <T>(hecho: Promise<T>): Promise<T> =>
  hecho.catch((e) => {
    throw repo.isNombreRepetido(e) ? conflicto('Ya hay un tercero con ese nombre.', 'tercero_repetido') : e
  })

const read = async (db: Db, id: number): Promise<Tercero> =>
  (await repo.listTerceros(db, null, id))[0] as Tercero

/** Throws 404 for another company, 409 for a name that is taken. */
export async function addTercero(
  tx: Db,
  principal: Principal,
  { empresa: pedida, lugares, salidas, mensual, ...n }: z.output<NonNullable<(typeof createTercero)['body']>>,
  zona: string,
): Promise<Tercero> {
  const empresa = uniqueEmpresa(principal, pedida)
  if (!(await lockEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  if ((await repo.countTerceros(tx, empresa)) >= MAX_TERCEROS)
    throw conflicto(`Una empresa tiene como mucho ${MAX_TERCEROS} terceros.`, 'demasiados')
  const id = await explain(repo.addTercero(tx, { ...n, empresa }))
  await putLugares(tx, empresa, id, { lugares, salidas })
  await setMensual(tx, { id, empresa }, mensual, zona)
  return read(tx, id)
}

/** Throws 404 for a partner of another company. */
export async function changeTercero(
  tx: Db,
  principal: Principal,
  id: number,
  { lugares, salidas, mensual, ...n }: Datos,
  zona: string,
): Promise<Tercero> {
  const { empresa } = await findVisible(tx, principal, id)
  await lockEmpresa(tx, empresa)
  await explain(repo.saveTercero(tx, id, n))
  await putLugares(tx, empresa, id, { lugares, salidas })
  await setMensual(tx, { id, empresa }, mensual, zona)
  return read(tx, id)
}

type Write = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/** Creates an account for a user of a partner. Throws 404 for a partner of another company, 400 or 409 as any new account does. */
export async function addPersona(
  db: Db,
  write: Write,
  principal: Principal,
  { id, password, ...n }: z.output<NonNullable<(typeof createPersonaTercero)['body']>> & { id: number },
): Promise<Tercero> {
  await findVisible(db, principal, id)
  checkClave(password)
  const claveHash = await hashClave(password)
  return write(async (tx) => {
    const { empresa } = await findVisible(tx, principal, id)
    await explainUsuario(createUsuario(tx, { ...n, claveHash, empresa, rol: 'tercero', tercero: id }))
    return read(tx, id)
  })
}

type Decir = { id: number; tercero?: number | null; nota: string; zona: string }
type Linea = extracto.Linea & { tercero: number }

/**
 * How many remarks have room after each: a dispute leaves that of an answer and of the settlement that ends it. The settlement itself is
 * always possible.
 */
const LEAVES: Record<ClaseDicho, number> = { disputa: 2, respuesta: 1, acuerdo: 0 }

/** A line of a statement that the caller may see; else throws 404. Nobody else writes in the company's book until the transaction ends. */
async function findLinea(tx: Db, principal: Principal, { id, tercero }: Decir): Promise<Linea> {
  if (principal.tercero !== null && tercero != null && tercero !== principal.tercero) throw noTercero()
  const empresa = await extracto.findEmpresaOfLinea(tx, id)
  const visible = empresaVisible(principal, undefined)
  if (empresa === undefined || (visible !== null && empresa !== visible)) throw noLinea()
  // That of the undo, too: what one of them writes the other has seen before it decides.
  await libro.lockLibro(tx, empresa)
  const l = await extracto.findLinea(tx, id, principal.tercero ?? tercero ?? undefined)
  if (!l || l.tercero === null || (l.de !== l.tercero && l.a !== l.tercero)) throw noLinea()
  return { ...l, tercero: l.tercero }
}

/** Adds what is said of a line, with its proof where the company says it, and notifies of it. */
async function note(
  tx: Db,
  principal: Principal,
  l: Linea,
  clase: ClaseDicho,
  { nota, zona }: Decir,
): Promise<void> {
  if (clase !== 'acuerdo' && l.dichos + 1 + LEAVES[clase] > MAX_DICHOS)
    throw conflicto(
      `De esa línea ya se ha dicho todo lo que cabe${l.dicho === 'acuerdo' ? '' : ': solo queda acordarla'}.`,
      'demasiados',
    )
  const dicho = await extracto.addDicho(tx, {
    empresa: l.empresa,
    linea: l.id,
    tercero: l.tercero,
    clase,
    nota,
    persona: principal.usuarioId,
    autor: principal.nombre,
    ajeno: principal.tercero !== null,
    prueba: clase === 'disputa' ? null : await takePrueba(tx, l),
  })
  await notifyDicho(tx, principal, l, { dicho, que: clase, zona })
}

const present = (tx: Db, principal: Principal, l: Linea, zona: string): Promise<FilaExtracto> =>
  extracto.getLinea(tx, l.id, l.tercero, { ajeno: principal.tercero !== null, zona })

/** Throws 404 for a line that the caller may not see, 409 for one that was reversed or is already disputed. */
export async function dispute(tx: Db, principal: Principal, decir: Decir): Promise<FilaExtracto> {
  const linea = await findLinea(tx, principal, decir)
  if (linea.anulada || linea.clase === 'anulada' || linea.clase === 'acuerdo')
    throw conflicto('Esa línea es una corrección o un acuerdo, o ya está corregida.', 'no_se_disputa')
  if (linea.dicho === 'disputa') throw conflicto('Esa línea ya está en disputa.', 'en_disputa')
  await note(tx, principal, linea, 'disputa', decir)
  return present(tx, principal, linea, decir.zona)
}

/** Throws 404 for a line that the caller may not see, 409 for one that is not disputed. */
export async function answer(tx: Db, principal: Principal, decir: Decir): Promise<FilaExtracto> {
  const linea = await findLinea(tx, principal, decir)
  if (linea.dicho !== 'disputa') throw conflicto('Esa línea no está en disputa.', 'sin_disputa')
  await note(tx, principal, linea, 'respuesta', decir)
  return present(tx, principal, linea, decir.zona)
}

/** Throws 404 for a line that the caller may not see, 409 for one that is not disputed, or whose container is in another account now. */
export async function settle(
  tx: Db,
  principal: Principal,
  decir: Decir & { descuenta: number },
): Promise<FilaExtracto> {
  const { nota, descuenta } = decir
  const linea = await findLinea(tx, principal, decir)
  const { tercero } = linea
  if (linea.dicho !== 'disputa' && linea.dicho !== 'respuesta')
    throw conflicto('Esa línea no está en disputa.', 'sin_disputa')
  if (descuenta > linea.cantidad)
    throw entradaNoValida(
      `La línea es de ${linea.cantidad.toLocaleString('es')}: no se pueden descontar más.`,
      'descuenta',
    )
  await note(tx, principal, linea, 'acuerdo', decir)
  if (descuenta > 0) {
    if (linea.anulada)
      throw conflicto('Esa línea ya está corregida: no hay nada que descontar.', 'ya_corregida')
    if (linea.dispositivo !== null && !(await libro.isEnCuenta(tx, linea.dispositivo, tercero)))
      throw conflicto('Ese contenedor ya no está en su cuenta: no hay nada que descontar.', 'fuera_de_cuenta')
    await libro.addMovimientos(tx, linea.empresa, [
      {
        momento: new Date(),
        clase: 'acuerdo',
        de: tercero,
        a: 'propio',
        familia: linea.familia,
        cantidad: descuenta,
        dispositivo: linea.dispositivo,
        contenedor: linea.contenedor,
        nota,
        persona: principal.usuarioId,
        sobre: linea.id,
      },
    ])
    if (linea.dispositivo !== null) await ensureEnLibro(tx, linea.empresa, [linea.dispositivo])
  }
  return present(tx, principal, linea, decir.zona)
}

/** The company whose book a request reads, and the caller's partner. Throws 404 for another company. */
export const ofPrincipal = (principal: Principal, pedida: number | undefined) => ({
  empresa: empresaVisible(principal, pedida),
  tercero: principal.tercero,
})

/** Number of disputed lines that are not settled. @param empresa null: of all companies */
export const countDisputas = (db: Db, empresa: number | null): Promise<number> =>
  extracto.countDisputas(db, { empresa, tercero: null })
