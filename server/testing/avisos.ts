import { expect } from 'vitest'
import { type NotificationSender, sendPendientes } from '../avisos/avisos/delivery/envio'
import {
  createNotificationSender,
  type OptionsNotificationSender,
  readSecretos,
} from '../avisos/avisos/delivery/notification-sender'
import { listDue } from '../avisos/avisos/delivery/repo-entrega'
import { type Hecho, notify, notifyAll } from '../avisos/avisos/notify'
import { createExtractos } from '../cuentas/custodia/mensual/statement'
import { createDb } from '../platform/db/client'
import { createCorreo } from '../platform/mail/mail'
import { createInformes } from '../resumen/vistas/informe'
import { createAparato, startBuzon, startReceptor } from './receptores'
import { startPrueba } from './retorna'

const MINUTE = 60_000
/** A Wednesday at noon in Madrid. */
export const MEDIODIA = Date.parse('2026-11-25T11:00:00Z')
const BASE = 'https://retorna.example'

/** Send all deliveries that are due, as the workers do. */
export async function sendDue(m: NotificationSender): Promise<void> {
  const due = await listDue(m.db, m.ahora())
  await Promise.all(due.map(({ destino }) => sendPendientes(m, destino)))
}

/** A Retorna whose notices are sent when a test says so, by a clock of the test, to receivers on loopback. */
export async function startAvisos() {
  let buzon = await startBuzon()
  const receptor = await startReceptor()
  const p = await startPrueba({
    SMTP_URL: buzon.url,
    SMTP_DE: 'Retorna <avisos@retorna.example>',
    AVISOS_HOSTS: '127.0.0.1',
  })
  await p.servidor.jobs.stop()
  const { db, pool } = p.servidor
  const secretos = await readSecretos(db)
  let n = 0

  /** A sender whose channels have other settings. */
  const createOtra = (
    config: Partial<typeof p.config>,
    mas: OptionsNotificationSender = {},
  ): NotificationSender =>
    createNotificationSender({
      db: createDb(pool),
      config: { ...p.config, ...config },
      correo: createCorreo({ ...p.config, ...config }),
      base: BASE,
      secretos,
      makeInforme: createInformes(db, db, p.config.TZ_PLANTA, () => {}),
      makeExtracto: createExtractos(db, db, p.config.TZ_PLANTA, () => {}),
      ahora: () => new Date(a.ahora),
      esperaMs: 700,
      ...mas,
    })

  const a = {
    p,
    db,
    pool,
    receptor,
    createOtra,
    ahora: MEDIODIA,
    notificationSender: undefined as unknown as NotificationSender,
    get buzon() {
      return buzon
    },
    /** Number of the last notice. */
    get n() {
      return n
    },
    /** Restart the mail server on its port. */
    async restoreBuzon() {
      buzon = await startBuzon(buzon.puerto)
    },
    causaOf: (cual: number, clave = `causa:${cual}:abre`): Hecho => ({
      empresa: 1,
      tipo: 'causa_abierta',
      clave,
      datos: {
        que: `Lector ${cual} sin señal`,
        contenedores: 300,
        desde: new Date(a.ahora - 12 * MINUTE).toISOString(),
      },
      enlace: `/causas/${cual}`,
    }),
    /**
     * Notify of a cause, or of the given fact.
     * @returns the number of the notice
     */
    tell(h: Partial<Hecho> = {}) {
      const hecho = { ...a.causaOf(++n), ...h } as Hecho
      return db.transaction().execute((tx) => notify(tx, hecho, new Date(a.ahora)))
    },
    /** Notify of several facts in one transaction. */
    notifyAll: (hechos: readonly Hecho[]) =>
      db.transaction().execute((tx) => notifyAll(tx, hechos, new Date(a.ahora))),
    async idOf(username: string): Promise<number> {
      return (await pool.query('select id from usuario where username = $1', [username])).rows[0].id
    },
    /** Give a user a confirmed mail address. */
    async give(username: string): Promise<void> {
      await pool.query('update usuario set correo = $2 where username = $1', [
        username,
        `${username}@planta.example`,
      ])
    },
    async entregas() {
      const { rows } = await pool.query(
        'select id, canal, destino, estado, intentos, error, siguiente from entrega order by orden',
      )
      return rows
    },
    async createWebhook(mas: object = {}, empresa = 1) {
      const body = {
        nombre: 'ERP',
        url: `${receptor.url}/gancho`,
        tipos: [],
        familias: [],
        ubicaciones: [],
        ...mas,
      }
      const res = await p.call<{ webhook: { id: number }; secreto: string }>(
        'POST',
        `/api/empresas/${empresa}/webhooks`,
        { body, cookie: await p.as('admin') },
      )
      expect(res.status, JSON.stringify(res.body)).toBe(200)
      return res.body
    },
    async subscribe(who: string) {
      const aparato = createAparato()
      const body = { direccion: `${receptor.url}/push`, ...aparato.claves, aparato: 'Chrome en Android' }
      const res = await p.call('POST', '/api/avisos/dispositivos', { body, cookie: await p.as(who) })
      expect(res.status, JSON.stringify(res.body)).toBe(200)
      return aparato
    },
    /** Advance the clock until `hasta`, and sweep every `cadaMs`. */
    async run(hasta: number, cadaMs = 5 * MINUTE): Promise<void> {
      for (;;) {
        await sendDue(a.notificationSender)
        if (a.ahora >= hasta) return
        a.ahora = Math.min(hasta, a.ahora + cadaMs)
      }
    },
    /** Restore the initial state. */
    async reset(): Promise<void> {
      await pool.query(
        `delete from aviso; delete from aviso_hecho; delete from entrega; delete from webhook; delete from suscripcion;
         delete from aviso_preferencia;
         update usuario set correo = null, activo = true;
         update usuario set empresa_id = 1 where username in ('admin', 'operario');
         delete from jobs.job`,
      )
      a.ahora = MEDIODIA
      buzon.mailMessages.length = 0
      buzon.fail = () => {}
      receptor.tomadas.length = 0
      receptor.todas.length = 0
      receptor.answer = (_p, res) => void res.writeHead(204).end()
    },
    async stop(): Promise<void> {
      await p.stop()
      await receptor.stop()
      await buzon.stop()
    },
  }
  a.notificationSender = createOtra({})
  return a
}

export type PruebaAvisos = Awaited<ReturnType<typeof startAvisos>>
