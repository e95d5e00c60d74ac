import type { CanalEntrega } from '#contract/avisos/avisos/values'
import type { NombreTrabajo } from '#contract/operacion/salud/values'

/** A kind of job, or a part of one: each has its own queue. */
export type QueueName =
  | NombreTrabajo
  | DeliveryQueue
  | 'envios.later'
  | 'limpieza.log'
  | 'prever.first'
  | 'epcis.contar'
  | 'epcis.enviar'

/** Deliveries by channel and urgency. Mailed views have a queue of their own, because they take long to make. */
export type DeliveryQueue = `envios.${CanalEntrega}.${'grave' | 'normal'}` | 'envios.correo.vista'

export type Queue = {
  /** When pg-boss queues the job by itself: a cron expression with seconds, in UTC. Unset: only other code queues it. */
  cron?: string
  /** A job that takes longer than this many seconds has failed, and is retried. */
  expireS: number
  /** How many jobs of this queue a process does at once; default 1. */
  concurrency?: number
  /** How often a process polls for jobs whose time has come, in seconds. Jobs that are due at once wake it. */
  pollS?: number
  /** How long a finished job is kept, in seconds. */
  keepS?: number
}

const MINUTE = 60
const HOUR = 3600
const DELIVERY: Queue = { expireS: 10 * MINUTE, concurrency: 2 }

/**
 * All queues. A job may run twice and must tolerate it: if a process is killed just before its job ends, the job is done again.
 * Of the jobs of one queue and key, at most one waits and at most one is in flight. Each schedule has its own second or minute, so that few
 * jobs run at once and few connections are needed.
 */
export const QUEUES: Readonly<Record<QueueName, Queue>> = {
  /** Queues the deliveries that are due: quiet hours and digests end at their minute. */
  envios: { cron: '0 * * * * *', expireS: 2 * MINUTE },
  /** Deliveries, by destination: none waits behind a channel that is down, and no urgent one waits behind normal ones. */
  'envios.correo.grave': DELIVERY,
  'envios.correo.normal': DELIVERY,
  'envios.correo.vista': DELIVERY,
  'envios.push.grave': DELIVERY,
  'envios.push.normal': DELIVERY,
  'envios.webhook.grave': DELIVERY,
  'envios.webhook.normal': DELIVERY,
  /** Queues the deliveries that become due within the minute: a failed receiver is retried five seconds later. */
  'envios.later': { expireS: MINUTE, pollS: 5 },
  /** Queues the views that are due to be mailed, and the monthly statements of partners. */
  vistas: { cron: '5 * * * * *', expireS: 2 * MINUTE },
  /** Detects causes that begin or end, which containers wait behind them, and changes that come with time alone; ends statements of analysts that take too long. */
  vigilar: { cron: '10 * * * * *', expireS: 15 * MINUTE },
  /** Notifies people of what changed. Impacts queue it at once. */
  avisar: { cron: '15 * * * * *', expireS: 2 * MINUTE },
  /** Computes the parts of the screen Hoy that take long to count. */
  hoy: { cron: '20 * * * * *', expireS: 5 * MINUTE },
  /** Computes the stage visits of the containers whose stays have changed. */
  visitas: { cron: '25 * * * * *', expireS: 15 * MINUTE },
  /** Removes exports that nobody polls any more, expired counts of login tries, and unregistered tags not heard for long. */
  limpieza: { cron: '30 */10 * * * *', expireS: 5 * MINUTE },
  /** Drops from the log on NATS what was applied long enough ago. */
  'limpieza.log': { expireS: 5 * MINUTE },
  /** Queues the publishing of EPCIS events, and the retry of failed deliveries of them. */
  epcis: { cron: '50 * * * * *', expireS: MINUTE },
  /** Publishes EPCIS events, a job per company. */
  'epcis.contar': { expireS: 15 * MINUTE },
  /** Sends EPCIS events, a job per subscription. */
  'epcis.enviar': DELIVERY,
  /** Assesses the battery of each tag, each once an hour. */
  pilas: { cron: '40 * * * * *', expireS: 15 * MINUTE },
  /** Forecasts the stock of each stage. */
  prever: { cron: '35 3 * * * *', expireS: 15 * MINUTE },
  /** Queues the first forecast of a company, a job per company: at most once a day. */
  'prever.first': { expireS: MINUTE, keepS: 48 * HOUR },
  /** Learns each plant from its own readings. */
  escuela: { cron: '35 5 * * * *', expireS: HOUR },
  /** Records the size of the database today. */
  medida: { cron: '35 12 * * * *', expireS: 5 * MINUTE },
  /** Removes old months of events and old reasons of places. */
  retencion: { cron: '35 20 * * * *', expireS: HOUR },
  /** Learns how long stays, legs and rounds take, and the age from which a container is stuck. */
  ciclos: { cron: '35 25 * * * *', expireS: HOUR },
  /** Makes a copy of everything, once a day. */
  copia: { cron: '35 35 * * * *', expireS: 4 * HOUR },
  /** Creates the partitions of this month and the next one. */
  particiones: { cron: '35 7 */6 * * *', expireS: 5 * MINUTE },
}

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/** The kind of job that a queue belongs to, as people know it. */
export const kindOf = (queue: QueueName) => queue.split('.')[0] as NombreTrabajo
