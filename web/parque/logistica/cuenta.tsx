import { formatInciertas } from '#contract/parque/ubicaciones/lugar-values'
import { inventarioHref, useEnlace } from '../../lib/use-enlace'
import estilo from './cuenta.module.css'
import { inciertasOf, type LugarLt, numeroOf, type Sumas } from './sumas'

type Props = {
  de: Sumas
  lugar: LugarLt
  /** The counted code; undefined: the whole catalogue. */
  codigo?: string
}

const LISTA = { dudosas: 'dudosa', sinSenal: 'sin_senal' } as const

/** Search params of the list behind a number. */
export function listaOf(lugar: LugarLt, codigo: string | undefined, certeza?: string): string {
  const donde = lugar === 'otras' ? { montaje: 'otras' } : { montaje: 'final', ubicacion: lugar }
  return inventarioHref({ familia: codigo, ...donde, certeza })
}

/** Number of containers at a place, and how many of them are uncertain: each links to its list. */
export function Cuenta({ de, lugar, codigo }: Props) {
  const n = numeroOf(lugar, de)
  const inciertas = inciertasOf(lugar, de)
  const dicho = formatInciertas(inciertas)
  const cuantas = inciertas.dudosas + inciertas.sinSenal
  const clase =
    inciertas.dudosas === 0 ? LISTA.sinSenal : inciertas.sinSenal === 0 ? LISTA.dudosas : 'incierta'
  const todas = useEnlace(listaOf(lugar, codigo))
  const parte = useEnlace(listaOf(lugar, codigo, clase))
  if (n === 0) return <span className={estilo.nada}>0</span>
  const donde = lugar === 'otras' ? 'otras ubicaciones' : lugar
  return (
    <span className={estilo.cuenta}>
      <a
        href={todas.href}
        onClick={todas.onClick}
        aria-label={`${n.toLocaleString('es')} en ${donde}${codigo ? `, ${codigo}` : ''}`}
      >
        {n.toLocaleString('es')}
      </a>
      {dicho && (
        <a
          href={parte.href}
          onClick={parte.onClick}
          className={estilo.incierta}
          title={dicho}
          aria-label={`${dicho} en ${donde}`}
        >
          {clase === 'incierta' ? `${cuantas.toLocaleString('es')} inciertos` : dicho}
        </a>
      )}
    </span>
  )
}
