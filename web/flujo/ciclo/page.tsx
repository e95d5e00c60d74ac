import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { EnlaceBoton } from '../../barra/enlaces'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra } from '../../lib/session/sesion'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { useBusquedaCiclo } from './busqueda'
import { Cabecera, type PropsCiclo } from './cabecera'
import { Cuadro } from './cuadro'
import { ListaCicloTabla } from './lista'
import { Metas } from './metas'
import { Previsiones } from './prevision/previsiones'
import { cuadroQuery } from './queries'

function Vista({ busqueda, change, datos }: PropsCiclo) {
  const administra = useAdministra()
  const { vista = 'ciclo', familia, tendencia } = busqueda
  const ciclo = datos?.ciclo
  if (!datos) return <Skeleton variant="rounded" height={520} sx={{ m: 4 }} aria-label="Cargando el ciclo" />
  if (!ciclo)
    return (
      <EstadoVacio
        texto="Aún no hay ningún ciclo"
        ayuda="Di qué etapas recorren los contenedores y en qué ubicaciones; Retorna mide lo que tardan."
        accion={
          administra && (
            <EnlaceBoton to="/admin/usuarios" search={{ pestana: 'etapas' } as never} variant="contained">
              Preparar las etapas
            </EnlaceBoton>
          )
        }
      />
    )
  if (!ciclo.medido && vista !== 'prevision' && vista !== 'metas')
    return <EstadoVacio texto="El ciclo se está midiendo" ayuda="Estará dentro de un minuto." />
  if (vista === 'antiguedad' || vista === 'lista')
    return <ListaCicloTabla key={busqueda.que} busqueda={busqueda} change={change} ciclo={ciclo} />
  if (vista === 'prevision')
    return (
      <Previsiones
        ciclo={busqueda.todos ? undefined : ciclo.id}
        familia={familia}
        ver={busqueda.ver}
        serie={busqueda.serie}
        change={change}
      />
    )
  if (vista === 'metas') return <Metas key={`${ciclo.id} ${familia ?? ''}`} ciclo={ciclo} familia={familia} />
  return (
    <Cuadro
      ciclo={ciclo}
      familia={familia}
      tendencia={tendencia}
      onMetas={() => void change({ vista: 'metas' })}
      onTendencia={(etapa) => void change({ tendencia: etapa }, true)}
    />
  )
}

/** The loop that containers run through: what is where, how long it takes, what is stuck, and what should be. */
export function CicloPage() {
  const [busqueda, change] = useBusquedaCiclo()
  const empresa = useEmpresa()
  const { ciclo, familia, vista } = busqueda
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    cuadroQuery({ ciclo, familia, empresa }),
  )
  const enLista = vista === 'antiguedad' || vista === 'lista'
  return (
    <Box sx={{ flex: '1 0 0', minHeight: 480, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Cabecera busqueda={busqueda} change={change} datos={data} />
      <Box
        aria-busy={isPlaceholderData}
        sx={{
          flex: 1,
          minHeight: 0,
          minWidth: 0,
          p: { xs: enLista ? 0 : 3, md: enLista ? 4 : 5 },
          display: 'flex',
          flexDirection: 'column',
          gap: 4,
          opacity: isPlaceholderData ? 0.6 : 1,
          '& > *': { flexShrink: 0 },
          ...(enLista && { '& > *': { flex: 1 } }),
        }}
      >
        {error && !data ? (
          <Fallo texto={error.message} onRetry={refetch} ocupado={isFetching} />
        ) : (
          <Vista busqueda={busqueda} change={change} datos={data} />
        )}
      </Box>
    </Box>
  )
}
