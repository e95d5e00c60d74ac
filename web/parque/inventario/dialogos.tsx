import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useAviso } from '../../ui/feedback/aviso'
import { Adhesivos } from './adhesivos'
import { reloadInventario } from './queries'
import { Resumen } from './resumen'

const ImportAltas = lazy(() => import('../../dominio/import-altas').then((m) => ({ default: m.ImportAltas })))

export type Dialogo = 'etiquetas' | 'importar' | 'resumen'

type Props = Pick<ComponentProps<typeof Adhesivos>, 'macs' | 'lista' | 'total'> &
  Pick<ComponentProps<typeof Resumen>, 'filtrado' | 'onFilter'> & {
    abierto: Dialogo | undefined
    onImported: () => void
    onClose: () => void
  }

/** The dialogs of the inventory: labels, import, and summary. */
export function Dialogos({ abierto, macs, lista, total, filtrado, onImported, onFilter, onClose }: Props) {
  const aviso = useAviso()
  const cliente = useQueryClient()
  return (
    <>
      {abierto === 'etiquetas' && <Adhesivos macs={macs} lista={lista} total={total} onClose={onClose} />}
      {abierto === 'importar' && (
        <Suspense>
          <ImportAltas
            onClose={onClose}
            onImported={(texto) => {
              onClose()
              aviso.exito(texto)
              reloadInventario(cliente)
              onImported()
            }}
          />
        </Suspense>
      )}
      <Resumen
        abierto={abierto === 'resumen'}
        filtros={lista}
        filtrado={filtrado}
        onFilter={(filtro) => {
          onClose()
          onFilter(filtro)
        }}
        onClose={onClose}
      />
    </>
  )
}
