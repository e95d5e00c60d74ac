import type { CanalEntrega } from '#contract/valores/avisos/avisos'
import type { NombreTrabajo } from '#contract/valores/salud'

/** A kind of job, or a part of it: each has a queue of its own. */
export type QueueName =
  | NombreTrabajo
  | DeliveryQueue
  | 'envios.later'
  | 'limpieza.log'
  | 'prever.first'
  | 'epcis.contar'
  | 'epcis.enviar'

/** Deliveries by their channel and urgency. Views take long to make. */
export type DeliveryQueue = `envios.${CanalEntrega}.${'grave' | 'normal'}` | 'envios.correo.vista'

export type Queue = {
  /** When pg-boss asks for it by itself: a cron expression with seconds, UTC. Unset: only where something asks. */
  cron?: string
  /** A job that takes longer has failed, and is tried again. */
  expireS: number
  /** How many of its jobs a process does at once; 1 where nothing is said. */
  concurrency?: number
  /** How often a process looks for jobs whose time has come. Those that are due at once wake it. */
  pollS?: number
  /** How long a job that is done is kept. */
  keepS?: number
}

const MINUTE = 60
const HOUR = 3600
const DELIVERY: Queue = { expireS: 10 * MINUTE, concurrency: 2 }

/**
 * Every queue there is. A job may be done twice, and must bear it: a process that is killed at its end leaves it to be done again.
 * Of the jobs of a queue and key one waits at most, and one is under way at most. Scheduled ones have a moment of their own, so
 * that they need few connections.
 */
export const QUEUES: Readonly<Record<QueueName, Queue>> = {
  /** Queues the deliveries whose time has come: quiet hours and digests end at their minute. */
  envios: { cron: '0 * * * * *', expireS: 2 * MINUTE },
  /** What leaves the application, by destination. Nothing waits behind another channel that is down, and nothing grave behind what is not. */
  'envios.correo.grave': DELIVERY,
  'envios.correo.normal': DELIVERY,
  'envios.correo.vista': DELIVERY,
  'envios.push.grave': DELIVERY,
  'envios.push.normal': DELIVERY,
  'envios.webhook.grave': DELIVERY,
  'envios.webhook.normal': DELIVERY,
  /** Queues the deliveries whose time comes within the minute: a receiver that failed is tried again five seconds later. */
  'envios.later': { expireS: MINUTE, pollS: 5 },
  /** Queues the views that are due to be mailed. */
  vistas: { cron: '5 * * * * *', expireS: 2 * MINUTE },
  /** What broke, what is over, and what changes with time alone. */
  vigilar: { cron: '10 * * * * *', expireS: 2 * MINUTE },
  /** People are notified of what changed. Impacts ask for it at once. */
  avisar: { cron: '15 * * * * *', expireS: 2 * MINUTE },
  /** What Hoy says and takes long to count. */
  hoy: { cron: '20 * * * * *', expireS: 5 * MINUTE },
  /** Visits of stages, of the containers whose stays have changed. */
  visitas: { cron: '25 * * * * *', expireS: 15 * MINUTE },
  /** Exports that nobody asks about any more, counts of tries that stand no more, tags that nobody has heard for long. */
  limpieza: { cron: '30 */10 * * * *', expireS: 5 * MINUTE },
  /** Drops from the log on NATS what was applied long enough ago. */
  'limpieza.log': { expireS: 5 * MINUTE },
  /** Asks for what is to be told in EPCIS, and for what is to be tried again of that. */
  epcis: { cron: '50 * * * * *', expireS: MINUTE },
  /** Tells it, by company. */
  'epcis.contar': { expireS: 15 * MINUTE },
  /** Sends it, by subscription. */
  'epcis.enviar': DELIVERY,
  /** What the stock of each stage will be. */
  prever: { cron: '35 3 * * * *', expireS: 15 * MINUTE },
  /** Asks for the first forecast of a company, by company: once a day at most. */
  'prever.first': { expireS: MINUTE, keepS: 48 * HOUR },
  /** What each plant learns by itself. */
  escuela: { cron: '35 5 * * * *', expireS: HOUR },
  /** How large the database is today. */
  medida: { cron: '35 12 * * * *', expireS: 5 * MINUTE },
  /** Old months of events, old reasons of places. */
  retencion: { cron: '35 20 * * * *', expireS: HOUR },
  /** How long stays, legs and rounds take, and from when on a container is stuck. */
  ciclos: { cron: '35 25 * * * *', expireS: HOUR },
  /** A copy of everything, once a day. */
  copia: { cron: '35 35 * * * *', expireS: 4 * HOUR },
  /** The partitions of this month and the next one. */
  particiones: { cron: '35 7 */6 * * *', expireS: 5 * MINUTE },
}

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/** The kind that a queue is of, as people know it. */
export const kindOf = (queue: QueueName) => queue.split('.')[0] as NombreTrabajo
