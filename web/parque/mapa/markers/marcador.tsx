import AdjustIcon from '@mui/icons-material/Adjust'
import BoltIcon from '@mui/icons-material/Bolt'
import NearMeIcon from '@mui/icons-material/NearMe'
import PriorityHighIcon from '@mui/icons-material/PriorityHigh'
import SellIcon from '@mui/icons-material/Sell'
import SensorsIcon from '@mui/icons-material/Sensors'
import VisibilityIcon from '@mui/icons-material/Visibility'
import { memo, useEffect, useRef } from 'react'
import { tono } from '../../../ui/theme/tono'
import { Anillo } from './anillo'
import { colorDeGrupo, type Grupo, inciertosOf, ladoOf, nombreDeGrupo, sectoresDeGrupo } from './grupos'
import { BotonMarcador } from './marcador-estilo'
import type { Colocacion } from './place'

const ICONO_TIPO = { Reader: SensorsIcon, SmartBle: AdjustIcon, iBeacon: SellIcon }

/** The icon that accompanies the colour of the worst member. */
function Senal({ grupo }: { grupo: Grupo }) {
  const Icono =
    grupo.impacto > 0
      ? BoltIcon
      : grupo.extravio > 0
        ? PriorityHighIcon
        : grupo.revisar > 0
          ? VisibilityIcon
          : grupo.movimiento > 0
            ? NearMeIcon
            : null
  return Icono && <Icono className="senal" />
}

const DURACION_MS = 150

/** The count slides in from below when devices were added and from above when they left; not after a zoom. */
function useLlegada(n: number, zoom: number) {
  const cuenta = useRef<HTMLSpanElement>(null)
  const previa = useRef({ n, zoom })
  useEffect(() => {
    const antes = previa.current
    previa.current = { n, zoom }
    if (antes.n === n || antes.zoom !== zoom) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const desde = n > antes.n ? 10 : -10
    cuenta.current?.animate(
      { translate: [`0 ${desde}px`, '0 0'], opacity: [0.3, 1] },
      { duration: DURACION_MS, easing: 'ease-out' },
    )
  }, [n, zoom])
  return cuenta
}

const corto = (n: number) =>
  n < 10_000
    ? n.toLocaleString('es', { useGrouping: n >= 1000 })
    : `${Math.floor(n / 1000).toLocaleString('es')} k`

type Props = Colocacion & {
  grupo: Grupo
  zoom: number
  encendido: boolean
  /** Markers beyond the edge are drawn so that dragging shows them at once; the pointer cannot reach them there. */
  fuera: boolean
  onOpen: (grupo: Grupo) => void
  onHover: (grupo: Grupo | null) => void
}

/** A device or a group of them as a round button: shape by type, colour and sign by the worst state. */
export const Marcador = memo(function Marcador(p: Props) {
  const { grupo, encendido, fuera, onOpen, onHover } = p
  const { solo, n } = grupo
  const nombre = nombreDeGrupo(grupo)
  const lado = ladoOf(grupo)
  const cuenta = useLlegada(n, p.zoom)
  const inciertos = inciertosOf(grupo)
  const Icono = solo && ICONO_TIPO[solo.tipo]
  return (
    <BotonMarcador
      type="button"
      aria-label={nombre}
      inert={fuera}
      data-encendido={encendido || undefined}
      data-forma={solo?.tipo ?? 'grupo'}
      data-ausente={(solo && grupo.sin_senal > 0) || undefined}
      style={{ width: lado, height: lado, ['--color' as string]: tono(colorDeGrupo(grupo)) }}
      onClick={() => onOpen(grupo)}
      onMouseEnter={() => onHover(grupo)}
      onMouseLeave={() => onHover(null)}
      onFocus={() => onHover(grupo)}
      onBlur={() => onHover(null)}
    >
      {Icono ? (
        <Icono className="tipo" />
      ) : (
        <>
          <Anillo lado={lado} sectores={sectoresDeGrupo(grupo)} />
          <span ref={cuenta} className="cuenta">
            {corto(n)}
          </span>
        </>
      )}
      <Senal grupo={grupo} />
      {inciertos > 0 && (
        <span className="inciertos" aria-hidden="true">
          {solo ? '?' : `?${corto(inciertos)}`}
        </span>
      )}
      {p.lugar !== null && (
        <span className="lugar" aria-hidden="true" style={{ marginLeft: p.lugar }}>
          {grupo.lugar}
        </span>
      )}
      <span
        className="rotulo"
        aria-hidden="true"
        data-abajo={p.abajo || undefined}
        style={{ marginLeft: p.pista }}
      >
        {solo ? (solo.apodo ?? solo.mac) : nombre}
      </span>
    </BotonMarcador>
  )
})
