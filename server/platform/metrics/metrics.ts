import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Recibo } from '#contract/oir/lecturas/lecturas'
import type { EstadoReplica } from '../db/replica'

/** The metrics of one process, for /metrics. */
export function createMetricas() {
  const coleccion = new Registry()
  collectDefaultMetrics({ register: coleccion })
  const registers = [coleccion]
  const lecturas = new Counter({
    name: 'retorna_lecturas_total',
    help: 'Readings by format and by what became of them.',
    labelNames: ['formato', 'resultado'],
    registers,
  })
  const messages = new Counter({
    name: 'retorna_mensajes_total',
    help: 'Messages by format.',
    labelNames: ['formato'],
    registers,
  })
  return {
    coleccion,
    rechazados: new Counter({
      name: 'retorna_mensajes_rechazados_total',
      help: 'Messages refused before they were read, by transport and reason.',
      labelNames: ['via', 'motivo'],
      registers,
    }),
    cuarentenaFallida: new Counter({
      name: 'retorna_cuarentena_fallida_total',
      help: 'Unreadable messages that could not be kept.',
      registers,
    }),
    failedBatches: new Counter({
      name: 'retorna_lotes_fallidos_total',
      help: 'Batches of readings that could not be committed; their senders were told.',
      registers,
    }),
    confirmacion: new Histogram({
      name: 'retorna_confirmacion_segundos',
      help: 'From the arrival of a message to the commit of its readings.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    conexionesMqtt: new Gauge({ name: 'retorna_mqtt_conexiones', help: 'Open MQTT connections.', registers }),
    http: new Histogram({
      name: 'retorna_http_segundos',
      help: 'Time to answer, by route and status.',
      labelNames: ['metodo', 'ruta', 'estado'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    /**
     * Show the ingest of this process.
     * @param readLast time of the last commit, Unix ms; null: never
     */
    watchIngesta(readCola: () => number, readLast: () => number | null): void {
      new Gauge({
        name: 'retorna_cola_lecturas',
        help: 'Readings that wait to be committed.',
        registers,
        collect() {
          this.set(readCola())
        },
      })
      const inicio = Date.now()
      new Gauge({
        name: 'retorna_confirmada_timestamp_segundos',
        help: 'When readings were committed last; the start of the process, where none have been.',
        registers,
        collect() {
          this.set((readLast() ?? inicio) / 1000)
        },
      })
    },
    /** Show how old the replica is that this process reads from. */
    watchReplica(readEstado: () => EstadoReplica): void {
      new Gauge({
        name: 'retorna_replica_edad_segundos',
        help: 'What the replica may lack; NaN where it is not reached.',
        registers,
        collect() {
          this.set(readEstado().edadS ?? Number.NaN)
        },
      })
      new Gauge({
        name: 'retorna_replica_en_uso',
        help: '1: this process reads from the replica.',
        registers,
        collect() {
          this.set(Number(readEstado().enUso))
        },
      })
    },
    count(formato: string, r: Recibo): void {
      messages.inc({ formato })
      for (const resultado of ['aceptadas', 'duplicadas', 'sin_registrar', 'rechazadas'] as const)
        if (r[resultado]) lecturas.inc({ formato, resultado }, r[resultado])
    },
  }
}

export type Metricas = ReturnType<typeof createMetricas>
