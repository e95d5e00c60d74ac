import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { FilaPila } from '#contract/cuentas/pilas/pilas'
import {
  CLASES_PILA,
  COLUMNAS_PILA,
  NOMBRE_CLASE_PILA,
  NOMBRE_MOTIVO_PILA,
} from '#contract/cuentas/pilas/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import { EnlaceBoton } from '../../barra/enlaces'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { withColumns } from '../../dominio/list-screen/columns'
import { FiltrosContenedor } from '../../dominio/list-screen/filtros-contenedor'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { corteOf, usePaginaPasada } from '../../lib/lista'
import { useEmpresa } from '../../lib/session/empresa'
import { useCambia } from '../../lib/session/sesion'
import { camposOf } from '../../ui/filtros/campos'
import { ChipsFiltros } from '../../ui/filtros/chips'
import { Cifras } from '../../ui/filtros/cifras'
import { tono } from '../../ui/theme/tono'
import { Aprendido } from './aprendido'
import { SIN_FILTROS, TAMANOS, useBusquedaPilas } from './busqueda'
import { COLUMNAS } from './columnas'
import { LotePilas } from './lote'
import { listaQuery, resumenQuery } from './queries'

const EN_FICHERO: readonly string[] = [...COLUMNAS_PILA, COLUMNA_EMPRESA]

/** The tags by when their battery must be changed, each with the reason; and what was learned from exchanges. */
export function PilasPage() {
  const [{ vista }, change] = useBusquedaPilas()
  const cabecera = (
    <Tabs
      value={vista ?? 'etiquetas'}
      onChange={(_, v: string) =>
        void change({ ...SIN_FILTROS, vista: v === 'aprendido' ? 'aprendido' : undefined })
      }
      aria-label="Vistas de pilas"
      sx={{ px: 4, mb: 3, borderBottom: `1px solid ${tono('line')}` }}
    >
      <Tab value="etiquetas" label="Etiquetas" />
      <Tab value="aprendido" label="Lo aprendido" />
    </Tabs>
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, height: '100%' }}>
      {vista === 'aprendido' ? <Aprendido cabecera={cabecera} /> : <Etiquetas cabecera={cabecera} />}
    </Box>
  )
}

/** @param n null: not counted yet */
const formatFaltan = (n: number | null) =>
  n === null
    ? 'Las etiquetas se están contando: tarda un minuto.'
    : `${n === 1 ? 'Falta 1 etiqueta por mirar' : `Faltan ${entero(n)} etiquetas por mirar`}. Hasta entonces las cifras cambian.`

function Etiquetas({ cabecera }: { cabecera: ReactNode }) {
  const [busqueda, change] = useBusquedaPilas()
  const { clase, motivo, familia, modelo, buscar, orden, sentido } = busqueda
  const empresa = useEmpresa()
  const cambia = useCambia()
  const navigate = useNavigate()
  const [marcadas, setMarcadas] = useState<ReadonlySet<string>>(new Set())
  const filtros = useMemo(
    () => ({ clase, motivo, familia, modelo, search: buscar, empresa, orden, sentido }),
    [clase, motivo, familia, modelo, buscar, empresa, orden, sentido],
  )
  const consulta = useQuery(listaQuery(filtros, busqueda.pagina, busqueda.filas))
  const { data } = consulta
  const resumen = useQuery(resumenQuery({ familia, empresa })).data
  const pasada = usePaginaPasada(busqueda, change, consulta.isPlaceholderData ? undefined : data?.total)
  const deEmpresa = useColumnaEmpresa<FilaPila>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const filtrado = Boolean(clase || motivo || familia || modelo || buscar)
  const campo = camposOf({ clase, motivo, familia, buscar }, change)
  const elegidas = data?.data.filter((f) => marcadas.has(f.mac)) ?? []
  const preguntas = resumen?.preguntas ?? 0
  const faltan = resumen ? resumen.faltan : 0
  return (
    <>
      <ListScreen
        etiqueta="Pilas"
        clave="pilas"
        titulo="Pilas"
        cuenta={data && (data.total === 1 ? '1 etiqueta' : `${entero(data.total)} etiquetas`)}
        tras={
          <ChipsFiltros
            conCampo
            filtros={[
              {
                nombre: 'Por qué',
                valor: motivo && NOMBRE_MOTIVO_PILA[motivo],
                onRemove: () => void change({ motivo: undefined, pagina: undefined }),
              },
              {
                nombre: 'Modelo',
                valor: modelo,
                onRemove: () => void change({ modelo: undefined, pagina: undefined }),
              },
            ]}
          />
        }
        consulta={consulta}
        acciones={() => (
          <EnlaceBoton to="/pilas/ronda" size="small">
            Ronda
          </EnlaceBoton>
        )}
        fichero={{
          pantalla: 'pilas',
          nombre: 'pilas',
          path: api.exportPilas.path,
          consultaOf: withColumns(filtros, EN_FICHERO),
          vacio: !data?.total,
        }}
        filtros={
          <>
            {cabecera}
            <Cifras
              etiqueta="Cuándo cambiarlas"
              elegida={clase}
              onChange={campo('clase').onChange}
              cifras={CLASES_PILA.map((id) => ({
                id,
                nombre: NOMBRE_CLASE_PILA[id],
                n: faltan === null ? undefined : resumen?.clases.find((c) => c.clase === id)?.n,
              }))}
            />
            {faltan !== 0 && (
              <Alert severity="info" variant="outlined" sx={{ mx: 4, mb: 3, py: 0 }}>
                {formatFaltan(faltan)}
              </Alert>
            )}
            {preguntas > 0 && motivo !== 'pregunta' && (
              <Alert
                severity="info"
                variant="outlined"
                sx={{ mx: 4, mb: 3, py: 0, alignItems: 'center' }}
                action={
                  <Button
                    color="inherit"
                    size="small"
                    onClick={() => void change({ ...SIN_FILTROS, motivo: 'pregunta' })}
                  >
                    Responder
                  </Button>
                }
              >
                {preguntas === 1
                  ? '1 etiqueta ha vuelto con tensión fresca: ¿se le cambió la pila?'
                  : `${entero(preguntas)} etiquetas han vuelto con tensión fresca: ¿se les cambió la pila?`}
              </Alert>
            )}
            <FiltrosContenedor
              etiqueta="Filtros de pilas"
              buscar={campo('buscar')}
              familia={campo('familia')}
              familias={resumen?.familias}
              filtrado={filtrado}
              onClear={() => void change(SIN_FILTROS)}
            />
          </>
        }
        columnas={columnas}
        filas={pasada ? undefined : data?.data}
        idOf={(f) => f.mac}
        tamanos={TAMANOS}
        vista={JSON.stringify(filtros)}
        {...corteOf(busqueda, change, data?.total ?? 0)}
        {...(cambia && { seleccion: { ids: marcadas, onChange: setMarcadas } })}
        onOpen={(f) => void navigate({ to: '/contenedor/$apodo', params: { apodo: f.Apodo ?? f.mac } })}
        vacio={{
          texto: filtrado ? 'No hay etiquetas con esos filtros' : 'No hay etiquetas dadas de alta',
          ayuda: 'Aquí está cada etiqueta con cuándo hay que cambiarle la pila y por qué.',
        }}
        onClear={filtrado && (() => void change(SIN_FILTROS))}
      />
      {elegidas.length > 0 && <LotePilas elegidas={elegidas} onClear={() => setMarcadas(new Set())} />}
    </>
  )
}
