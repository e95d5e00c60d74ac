import { useQueryClient } from '@tanstack/react-query'
import type { Incidencia } from '#contract/eventos/incidencias'
import type { useLote } from '../list/use-lote'
import { findIncidencia } from '../queries'
import type { useRevision } from './use-revision'

/** The button that had the focus is disabled or gone: its row takes it. */
const focusFila = (id: number) =>
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)?.focus()
  })

type List = {
  filas: Incidencia[] | undefined
  marcadas: ReadonlySet<string>
  /** Those whose closing is being asked about. */
  porCerrar: number[] | undefined
}
type Ways = {
  conPendientes: ReturnType<typeof useRevision>['conPendientes']
  review: ReturnType<typeof useRevision>['revisar']
  lote: ReturnType<typeof useLote>
}

/** Which incidents are marked, which are about to be closed, and how they are. */
export function useCierre(
  { filas, marcadas, porCerrar }: List,
  { conPendientes, review, lote }: Ways,
  { onEnd, onClosed }: { onEnd: () => void; onClosed: () => void },
) {
  const cliente = useQueryClient()
  // As they stand on the screen, what is still being saved included.
  const elegidas = filas?.filter((i) => !i.revisado && marcadas.has(String(i.id))) ?? []
  const enCierre = porCerrar && findTodas(porCerrar)
  function findTodas(ids: number[]): Incidencia[] {
    const enLista = (filas ?? []).filter((i) => ids.includes(i.id))
    // The one whose details are open may be none of the list.
    const sueltas = ids.flatMap((id) =>
      enLista.some((i) => i.id === id) ? [] : (findIncidencia(cliente, id) ?? []),
    )
    return [...enLista, ...sueltas.map(conPendientes)]
  }

  const close = (nota: string | undefined) => {
    const [primera, ...otras] = enCierre ?? []
    onEnd()
    if (!primera) return
    if (otras.length > 0) {
      const ids = [primera, ...otras].map((i) => i.id)
      lote.close.mutate({ ids, nota }, { onSuccess: onClosed })
      focusFila(primera.id)
      return
    }
    void review(primera, { revisado: true, ...(nota && { nota }) })
    focusFila(primera.id)
  }

  return { elegidas, enCierre, close }
}
