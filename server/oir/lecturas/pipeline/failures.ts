import { ErrorHttp } from '../../../platform/http/errores'

export const overloaded = () =>
  new ErrorHttp(503, 'saturado', 'Hay demasiadas lecturas en espera. Vuelva a intentarlo.', undefined, {
    'retry-after': '1',
  })

export const enEspera = () =>
  new ErrorHttp(503, 'en_espera', 'Este proceso no recibe lecturas ahora. Vuelva a intentarlo.', undefined, {
    'retry-after': '2',
  })

export const NO_STORABLE = {
  motivo: 'no_guardable',
  detalle: 'El mensaje contiene valores que no se pueden guardar.',
}

/** Thrown when the rules fail on a message. */
export class ErrorDeRegla extends Error {}

const codigoOf = (e: unknown) => (e as { code?: string }).code ?? ''

/**
 * A row whose table partition does not exist yet has the SQLSTATE of a check violation; the server routine tells it apart. Another attempt
 * creates the partition.
 */
const isPartitionMissing = (e: unknown) =>
  codigoOf(e) === '23514' && (e as { routine?: string }).routine === 'ExecFindPartition'
const PASAJEROS = new Set([
  // Deadlock and serialization failure: another writer was in the way.
  '40P01',
  // lock_timeout while a table partition was being created.
  '55P03',
  '40001',
])

/** Errors that an immediate retry can solve. */
export const isTransient = (e: unknown) => PASAJEROS.has(codigoOf(e)) || isPartitionMissing(e)

/**
 * The data is at fault, and a retry fails again: SQLSTATE classes 22 (data exception) and 23 (integrity), and what a trigger refuses
 * (P0001).
 */
export const isDeDatos = (e: unknown) =>
  e instanceof ErrorDeRegla || (/^(2[23]...|P0001)$/.test(codigoOf(e)) && !isPartitionMissing(e))
