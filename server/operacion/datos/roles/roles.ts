import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ErrorStartup } from '../../../platform/config/startup-errors'
import { type Actor, asActor } from '../../../platform/db/actor'
import type { Db } from '../../../platform/db/client'
import { findEmpresa } from '../../../platform/db/queries/empresa'
import * as repo from './repo-roles'
import { verifierOf } from './verifier'

export const USO_ROLES = `Uso: npm run user -- bi create --rol NOMBRE --empresa N|todas [--conexiones 5] [--minutos 5]
     npm run user -- bi clave --rol NOMBRE
     npm run user -- bi remove --rol NOMBRE
     npm run user -- bi list`

const rol = z.string({ error: USO_ROLES }).regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
  error:
    '--rol debe tener letras minúsculas sin acentos, cifras y guiones bajos, y no empezar por pg_ ni por una cifra.',
})
const entero = (nombre: string, primero: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: `--${nombre} debe ser un número entero de 1 a 999.` })
    .default(primero)
    .transform(Number)

const Order = z.discriminatedUnion(
  'que',
  [
    z.object({
      que: z.literal('create'),
      rol,
      empresa: z
        .string({ error: USO_ROLES })
        .regex(/^([1-9]\d{0,5}|todas)$/, { error: '--empresa debe ser el número de una empresa, o «todas».' })
        .transform((e) => (e === 'todas' ? null : Number(e))),
      conexiones: entero('conexiones', '5'),
      minutos: entero('minutos', '5'),
    }),
    z.object({ que: z.literal('clave'), rol }),
    z.object({ que: z.literal('remove'), rol }),
    z.object({ que: z.literal('list') }),
  ],
  { error: USO_ROLES },
)
type Order = z.output<typeof Order>

/** Throws ErrorStartup with a message for the user at the terminal. */
export function readRolesOrder(que: string | undefined, values: Record<string, unknown>): Order {
  const order = Order.safeParse({ que, ...values })
  if (!order.success) throw new ErrorStartup(order.error.issues[0]?.message ?? USO_ROLES)
  return order.data
}

const createClave = () => randomBytes(24).toString('base64url')
const formatClave = (rol: string, clave: string) =>
  `Contraseña de ${rol} (no se vuelve a mostrar): ${clave}\n`

async function checkPropio(db: Db, rol: string): Promise<void> {
  const found = await repo.findRol(db, rol)
  if (!found) throw new ErrorStartup(`No existe el rol ${rol}.`)
  if (!found.propio)
    throw new ErrorStartup(`El rol ${rol} no lo hizo Retorna para esta base de datos: no se toca.`)
}

async function create(db: Db, actor: Actor, o: Extract<Order, { que: 'create' }>): Promise<string> {
  const { rol: maker, puede } = await repo.readMaker(db)
  if (!puede)
    throw new ErrorStartup(
      `El usuario ${maker} de la base de datos no puede crear roles. Un administrador de PostgreSQL se lo permite con: alter role "${maker}" createrole`,
    )
  if (await repo.findRol(db, o.rol)) throw new ErrorStartup(`Ya existe el rol ${o.rol} en ese PostgreSQL.`)
  if (o.empresa !== null && !(await findEmpresa(db, o.empresa)))
    throw new ErrorStartup(`No existe la empresa ${o.empresa}.`)
  const clave = createClave()
  await asActor(db, actor, async (tx) => {
    await repo.createRol(tx, o.rol, verifierOf(clave), o)
    await repo.bindRol(tx, o.rol, o.empresa, o.minutos)
    const reach = await repo.listReach(tx, o.rol)
    if (reach.length)
      throw new ErrorStartup(
        `No se ha creado ${o.rol}: podría más que leer el esquema bi, por lo que esta base de datos concede a todos (PUBLIC) y ${maker} no puede retirar:\n${reach.map((r) => `  revoke ${r.toLowerCase()} from public`).join('\n')}`,
      )
  })
  return `Rol ${o.rol} creado: lee el esquema bi de ${o.empresa === null ? 'todas las empresas' : `la empresa ${o.empresa}`}.\n${formatClave(o.rol, clave)}`
}

async function remove(db: Db, actor: Actor, rol: string): Promise<string> {
  await repo.closeRol(db, rol)
  await repo.endSessions(db, rol)
  await asActor(db, actor, (tx) => repo.removeRol(tx, rol)).catch((e) => {
    // Another administrator has given the role more rights since, perhaps in another database of the server.
    if (e?.code !== '2BP01') throw e
    throw new ErrorStartup(
      `El rol ${rol} ya no puede entrar, pero no se puede eliminar: ${e.detail ?? e.message}`,
    )
  })
  return `Rol ${rol} eliminado.\n`
}

const formatRol = (r: repo.Rol) =>
  `${r.rol}: ${r.todas ? 'todas las empresas' : r.empresa ? `empresa ${r.empresa}` : 'sin empresa, no ve nada'}; ${r.abiertas} de ${r.conexiones} conexiones\n`

/** Manages the login roles of analysts. @returns the text to print */
export async function handleRoles(db: Db, actor: Actor, order: Order): Promise<string> {
  if (order.que === 'list')
    return (await repo.listRoles(db)).map(formatRol).join('') || 'Ningún rol de analista.\n'
  if (order.que === 'create') return create(db, actor, order)
  await checkPropio(db, order.rol)
  if (order.que === 'remove') return remove(db, actor, order.rol)
  const clave = createClave()
  await repo.setVerifier(db, order.rol, verifierOf(clave))
  await repo.endSessions(db, order.rol)
  return formatClave(order.rol, clave)
}

async function joinUnseen(db: Db): Promise<void> {
  for (const rol of await repo.listUnseen(db)) await repo.joinRol(db, rol)
}

/** Ends what roles of analysts do for longer than they may: a session can turn its own limits off. Run every minute. */
export async function limitRoles(db: Db): Promise<number> {
  await joinUnseen(db)
  return repo.endLong(db)
}

const CADA_MS = 5000

/** Ends sessions of analysts that hold or await advisory locks. @returns how many */
export async function guardRoles(db: Db): Promise<number> {
  if (!(await repo.hasRoles(db))) return 0
  await joinUnseen(db)
  return repo.endLocking(db)
}

/**
 * The same every five seconds. Not a job: jobs wait for such locks too.
 * @returns stops it
 */
export function startRolesGuard(db: Db, onFail: (e: unknown) => void, cadaMs = CADA_MS): () => void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await guardRoles(db).catch(onFail)
    busy = false
  }, cadaMs)
  timer.unref()
  return () => clearInterval(timer)
}
