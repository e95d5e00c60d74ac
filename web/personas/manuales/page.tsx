import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSesion } from '../../lib/session/sesion'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { findDoc, listCarpetas } from './arbol'
import { useBusquedaManuales } from './busqueda'
import type { Tarea } from './dialogos'
import { MenuDoc } from './herramientas'
import { Lateral } from './lateral'
import { manualesQuery } from './queries'
import { Visor } from './visor'

const Dialogos = lazy(() => import('./dialogos').then((m) => ({ default: m.Dialogos })))

const TARJETA = {
  minHeight: 0,
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  bgcolor: tono('paper'),
  border: { md: `1px solid ${tono('line')}` },
  borderRadius: { md: '8px' },
} as const

export function ManualesPage() {
  const [{ doc, pagina, buscar }, change] = useBusquedaManuales()
  const esAdmin = useSesion()?.is_admin ?? false
  const ancha = useMediaQuery((t) => t.breakpoints.up('md'), { noSsr: true })
  const [carpeta, setCarpeta] = useState<string>()
  const [tarea, setTarea] = useState<Tarea>()
  const { data: categorias, isError, refetch, isFetching } = useQuery(manualesQuery)

  const onDoc = (id: string | undefined, p?: number) => {
    setCarpeta(undefined)
    void change({ doc: id, pagina: p })
  }

  if (!categorias)
    return isError ? (
      <Fallo
        texto="Error al obtener el menú de manuales"
        onRetry={() => void refetch()}
        ocupado={isFetching}
      />
    ) : (
      <LinearProgress aria-label="Cargando los manuales" />
    )

  const lugar = doc ? findDoc(categorias, doc) : undefined
  return (
    <Box
      sx={{
        flex: '1 0 0',
        minHeight: { md: 480 },
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' },
        p: { xs: 0, md: 4 },
      }}
    >
      {(ancha || !doc) && (
        <Box component="section" aria-label="Índice de manuales" sx={TARJETA}>
          <Lateral
            categorias={categorias}
            buscar={buscar}
            onSearch={(texto) => void change({ buscar: texto }, true)}
            elegido={carpeta ?? lugar?.doc.id}
            carpeta={carpeta}
            esAdmin={esAdmin}
            onDoc={onDoc}
            onCarpeta={setCarpeta}
            onTarea={setTarea}
          />
        </Box>
      )}
      {(ancha || doc) && (
        <Box sx={TARJETA}>
          {lugar ? (
            <Visor
              doc={lugar.doc}
              pagina={pagina}
              onBack={() => onDoc(undefined)}
              acciones={esAdmin && <MenuDoc lugar={lugar} onTarea={setTarea} />}
            />
          ) : (
            <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
              {doc ? (
                <Fallo
                  texto="Ese documento ya no existe"
                  detalle="Puede que lo hayan movido o cambiado de nombre: búscalo en el índice."
                  onRetry={() => void refetch()}
                  ocupado={isFetching}
                />
              ) : (
                <EstadoVacio texto="Seleccione un documento para visualizarlo o reproducirlo" />
              )}
            </Box>
          )}
        </Box>
      )}
      {tarea && (
        <Suspense>
          <Dialogos
            tarea={tarea}
            carpetas={listCarpetas(categorias)}
            carpeta={carpeta ?? lugar?.carpetas.at(-1)?.id}
            onDoc={onDoc}
            onCarpeta={setCarpeta}
            onClose={() => setTarea(undefined)}
          />
        </Suspense>
      )}
    </Box>
  )
}
