import { useQueryClient } from '@tanstack/react-query'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import type { useLote } from '../list/use-lote'
import { findIncidencia } from '../queries'
import type { useRevision } from './use-revision'

/** The focused button is disabled or gone: the focus moves to its row. */
const focusFila = (id: number) =>
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)?.focus()
  })

type List = {
  filas: Incidencia[] | undefined
  marcadas: ReadonlySet<string>
  /** The incidents whose closing must be confirmed. */
  porCerrar: number[] | undefined
}
type Ways = {
  conPendientes: ReturnType<typeof useRevision>['conPendientes']
  review: ReturnType<typeof useRevision>['revisar']
  lote: ReturnType<typeof useLote>
}

/** The selected open incidents, those whose closing waits for confirmation, and the action that closes them. */
export function useCierre(
  { filas, marcadas, porCerrar }: List,
  { conPendientes, review, lote }: Ways,
  { onEnd, onClosed }: { onEnd: () => void; onClosed: () => void },
) {
  const cliente = useQueryClient()
  // As on screen, pending changes included.
  const elegidas = filas?.filter((i) => !i.revisado && marcadas.has(String(i.id))) ?? []
  const enCierre = porCerrar && findTodas(porCerrar)
  function findTodas(ids: number[]): Incidencia[] {
    const enLista = (filas ?? []).filter((i) => ids.includes(i.id))
    // The incident of the open details may be missing in the list.
    const sueltas = ids.flatMap((id) =>
      enLista.some((i) => i.id === id) ? [] : (findIncidencia(cliente, id) ?? []),
    )
    return [...enLista, ...sueltas.map(conPendientes)]
  }

  const close = (nota: string | undefined, mirado: boolean) => {
    const [primera, ...otras] = enCierre ?? []
    onEnd()
    if (!primera) return
    if (otras.length > 0) {
      const ids = [primera, ...otras].map((i) => i.id)
      lote.close.mutate({ ids, nota, mirado }, { onSuccess: onClosed })
      focusFila(primera.id)
      return
    }
    void review(primera, { revisado: true, mirado: primera.mirado || mirado, ...(nota && { nota }) })
    focusFila(primera.id)
  }

  return { elegidas, enCierre, close }
}
