import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { ChipEstado, ChipPosibleEstado, ChipTipo } from '../../dominio/chip-estado'
import { Lugar } from '../../dominio/lugar'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import { entero } from '../../lib/formato'
import { Datos } from '../../ui/datos'

/** Kinds of blows that the tag can detect, as text. */
export function impactosOf({
  mide_impactos: mide,
  impactos_total: n,
}: Pick<FichaContenedor, 'mide_impactos' | 'impactos_total'>): string {
  if (mide === null) return 'Sin datos'
  if (mide) return 'Los mide'
  if (n === 0) return 'No mide impactos: envía muestras sueltas, que rara vez coinciden con uno'
  return `Nota algunos: envía muestras sueltas, y ${entero(n)} ${n === 1 ? 'coincidió' : 'coincidieron'} con uno`
}

/** Current data of a container. */
export function Ahora({ d, eliminado, impactos }: { d: Dispositivo; eliminado: boolean; impactos: string }) {
  const datos = [
    ['Tipo', <ChipTipo key="t" tipo={d.TipoDispositivo} />],
    ...(eliminado
      ? []
      : [['Posible estado', <ChipPosibleEstado key="p" estado={d.PosibleEstado} />] as const]),
    ['Movimiento', d.Estado ? <ChipEstado key="e" estado={d.Estado} /> : '—'],
    ['Ubicación', <Lugar key="l" d={d} falta="Sin ubicación disponible" />],
    ['Visto por', d.ApodoLector ?? 'Sin datos'],
    ['Último registro', <UltimoRegistro key="u" iso={d.UltimoRegistro} empresa={d.empresa} />],
    ['Batería', d.Bateria === null ? 'Sin datos' : `${d.Bateria.toLocaleString('es')} %`],
    ['Activación', d.Activado],
    ['Impactos', impactos],
  ] as const
  return <Datos datos={datos} />
}
