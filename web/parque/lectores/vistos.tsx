import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { listVistos } from '#contract/oir/lecturas/lecturas'
import { EnlaceBoton } from '../../barra/enlaces'
import { validateBusquedaUsuarios } from '../../dominio/administracion/busqueda'
import { CLAVE } from '../../dominio/administracion/queries'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { usePaginas } from '../../dominio/administracion/use-paginas'
import { useDireccion } from '../../lib/api/direccion'
import { useEmpresa } from '../../lib/session/empresa'
import { useAviso } from '../../ui/feedback/aviso'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { SelectorFiltro } from '../../ui/filtros/selector'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { vistosQuery } from './queries'

type Visto = z.output<(typeof listVistos)['response']>[number]

const RegisterVistos = lazy(() => import('./registrar-vistos').then((m) => ({ default: m.RegisterVistos })))

const idOf = (v: Visto) => v.mac

const COLUMNAS: Columna<Visto>[] = [
  {
    id: 'mac',
    titulo: 'MAC',
    fija: true,
    titular: true,
    valor: (v) => v.mac,
    celda: (v) => <span style={{ fontFamily: LETRA_MONO, fontSize: 12 }}>{v.mac}</span>,
  },
  {
    id: 'ultima',
    titulo: 'Última vez',
    ancho: 128,
    valor: (v) => Date.parse(v.ultima),
    celda: (v) => <UltimoAcceso iso={v.ultima} />,
  },
  {
    id: 'primera',
    titulo: 'Primera vez',
    ancho: 128,
    valor: (v) => Date.parse(v.primera),
    celda: (v) => <UltimoAcceso iso={v.primera} />,
  },
  {
    id: 'veces',
    titulo: 'Veces',
    ancho: 96,
    numerica: true,
    valor: (v) => v.veces,
    celda: (v) => v.veces.toLocaleString('es'),
  },
  {
    id: 'ApodoLector',
    titulo: 'Visto por',
    ancho: 160,
    valor: (v) => v.ApodoLector,
    celda: (v) => v.ApodoLector ?? '—',
  },
  {
    id: 'rssi',
    titulo: 'Señal (dBm)',
    ancho: 112,
    numerica: true,
    valor: (v) => v.rssi,
    celda: (v) => v.rssi ?? '—',
  },
  {
    id: 'aleatoria',
    titulo: 'Dirección',
    ancho: 128,
    valor: (v) => v.aleatoria,
    // A phone changes such an address every quarter of an hour: it is hardly a container.
    celda: (v) => (v.aleatoria ? 'Aleatoria' : 'Fija'),
  },
  {
    id: 'rota',
    titulo: 'Marcada',
    ancho: 96,
    valor: (v) => v.rota,
    celda: (v) => (v.rota ? 'Rota' : '—'),
  },
  {
    id: 'registrar',
    titulo: 'Registrar',
    sinTitulo: true,
    fija: true,
    ancho: 120,
    celda: (v) => (
      <EnlaceBoton
        to="/PanelDisp"
        search={{ mac: v.mac }}
        size="small"
        variant="outlined"
        aria-label={`Registrar ${v.mac}`}
      >
        Registrar
      </EnlaceBoton>
    ),
  },
]

const NADA: ReadonlySet<string> = new Set()
const DE_PASO = ['paso'] as const

export function Vistos({ selector }: { selector: ReactNode }) {
  const paginas = usePaginas()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const empresa = useEmpresa()
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const cuales = busqueda.cuales ?? 'etiquetas'
  const consulta = useQuery(vistosQuery(empresa, cuales))
  const [elegidas, setElegidas] = useState(NADA)
  const [registrando, setRegistrando] = useState(false)
  const lectores = useMemo(
    () =>
      [...new Set(consulta.data?.flatMap((v) => v.ApodoLector ?? []))].sort((a, b) =>
        a.localeCompare(b, 'es'),
      ),
    [consulta.data],
  )
  const lector = busqueda.buscar
  const filas = useMemo(
    () => consulta.data?.filter((v) => lector === undefined || v.ApodoLector === lector),
    [consulta.data, lector],
  )
  // Selected rows that are not visible any more are not registered.
  const macs = filas?.filter((v) => elegidas.has(v.mac)).map((v) => v.mac) ?? []
  return (
    <>
      <Tabla
        etiqueta="Vistos sin registrar"
        clave="admin-vistos"
        titulo={selector}
        acciones={() =>
          macs.length > 0 && (
            <Button
              size="small"
              variant="contained"
              onClick={() => setRegistrando(true)}
              sx={{ minHeight: 36, flex: 'none', whiteSpace: 'nowrap' }}
            >
              Registrar {macs.length.toLocaleString('es')}
            </Button>
          )
        }
        filtros={
          <Box
            role="search"
            aria-label="Filtros de lo visto"
            sx={{ px: 4, pb: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}
          >
            <SelectorFiltro
              valor={busqueda.cuales}
              opciones={DE_PASO}
              nombre="Qué se oye"
              todas="Parecen etiquetas"
              tell={() => 'De paso: teléfonos y otros'}
              onChange={(paso) => void change({ cuales: paso, buscar: undefined, pagina: undefined })}
            />
            <SelectorFiltro
              valor={lector}
              opciones={lectores}
              nombre="Visto por"
              todas="Todos los lectores"
              onChange={(buscar) => void change({ buscar, pagina: undefined })}
            />
          </Box>
        }
        columnas={COLUMNAS}
        filas={filas}
        idOf={idOf}
        seleccion={{ ids: elegidas, onChange: setElegidas }}
        ordenInicial={{ columna: 'ultima', sentido: 'desc' }}
        {...paginas}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar los dispositivos vistos. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          lector !== undefined ? (
            <EstadoVacio
              texto={`${lector} no oye a nadie sin registrar`}
              accion={
                <Button variant="outlined" onClick={() => void change({ buscar: undefined })}>
                  Ver los de todos los lectores
                </Button>
              }
            />
          ) : (
            <EstadoVacio
              texto={cuales === 'paso' ? 'No pasa nadie más' : 'No hay dispositivos sin registrar'}
              ayuda={
                cuales === 'paso'
                  ? 'Aquí aparecen los teléfonos y otros aparatos que oyen los lectores; se olvidan en un día.'
                  : 'Aquí aparecen las etiquetas que oyen los lectores y nadie ha dado de alta. Lo que solo pasa, como los teléfonos, está aparte.'
              }
            />
          )
        }
      />
      {registrando && (
        <Suspense>
          <RegisterVistos
            macs={macs}
            onClose={() => setRegistrando(false)}
            onDone={(texto) => {
              setRegistrando(false)
              setElegidas(NADA)
              aviso.exito(texto)
              void cliente.invalidateQueries({ queryKey: CLAVE })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
