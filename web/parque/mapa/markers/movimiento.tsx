import { ESTADOS } from '#contract/parque/dispositivos/values'
import { ChipEstado } from '../../../dominio/chip-estado'

/** Impacto red, En movimiento blue, Parado grey; anything else as it came, or a dash. */
export function Movimiento({ estado }: { estado: string | null | undefined }) {
  const conocido = ESTADOS.find((e) => e === estado)
  return conocido ? <ChipEstado estado={conocido} /> : <span>{estado || '—'}</span>
}
