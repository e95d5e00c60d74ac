import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Progreso } from '../app-shell/progreso'
import { PESTANAS, SIN_FILTROS, validateBusquedaUsuarios } from '../dominio/administracion/busqueda'
import { esAdminQuery } from '../dominio/administracion/queries'
import { useDireccion } from '../lib/api/direccion'
import { isAdministrador } from '../lib/session/rol'
import { useSesion } from '../lib/session/sesion'
import { Cuentas } from '../personas/usuarios/cuentas/cuentas'
import { Fallo } from '../ui/feedback/fallo'
import { tono } from '../ui/theme/tono'
import { ListaPestanas } from './lista-pestanas'
import { gruposOf } from './pestanas'

const PANELES = {
  usuarios: Cuentas,
  empresas: lazy(() =>
    import('../personas/usuarios/empresas/empresas').then((m) => ({ default: m.Empresas })),
  ),
  ajustes: lazy(() => import('../parque/ajustes/ajustes').then((m) => ({ default: m.Ajustes }))),
  calendario: lazy(() => import('../parque/calendario/calendario').then((m) => ({ default: m.Calendario }))),
  etapas: lazy(() => import('../flujo/etapas/etapas').then((m) => ({ default: m.Etapas }))),
  lectores: lazy(() => import('../parque/lectores/lectores').then((m) => ({ default: m.Lectores }))),
  calibracion: lazy(() => import('../oir/calibracion/calibracion').then((m) => ({ default: m.Calibracion }))),
  entregas: lazy(() => import('../avisos/entregas/entregas').then((m) => ({ default: m.Entregas }))),
  webhooks: lazy(() => import('../avisos/webhooks/webhooks').then((m) => ({ default: m.Webhooks }))),
  claves: lazy(() => import('../personas/claves-api/claves-api').then((m) => ({ default: m.ClavesApi }))),
  epcis: lazy(() => import('../operacion/epcis/epcis').then((m) => ({ default: m.Epcis }))),
  salud: lazy(() => import('../operacion/salud/salud').then((m) => ({ default: m.Salud }))),
  auditoria: lazy(() => import('../personas/auditoria/auditoria').then((m) => ({ default: m.Auditoria }))),
  seguridad: lazy(() => import('../personas/usuarios/seguridad').then((m) => ({ default: m.Seguridad }))),
}
export function AdministracionPage() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { data: admin, error, isFetching, refetch } = useQuery(esAdminQuery)
  const sesion = useSesion()
  const grupos = gruposOf(sesion?.is_admin === true)
  const pestana =
    PESTANAS.find(
      (p) => p === busqueda.pestana && grupos.some((g) => g.pestanas.some((x) => x.pestana === p)),
    ) ?? 'usuarios'
  const Panel = PANELES[pestana]
  if (admin === false && sesion && !isAdministrador(sesion)) return <Navigate to="/" replace />
  return (
    <Box sx={{ flex: '1 0 0', minHeight: 480, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          flex: 'none',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 4,
          px: { xs: 0, md: 4 },
          bgcolor: tono('paper'),
          borderBottom: `1px solid ${tono('line')}`,
        }}
      >
        <Typography variant="h3" component="h1" sx={{ px: { xs: 4, md: 0 }, pt: { xs: 3, md: 0 } }}>
          Administración
        </Typography>
        <ListaPestanas
          grupos={grupos}
          actual={pestana}
          onChange={(p) => void change({ ...SIN_FILTROS, vista: undefined, pestana: p })}
        />
      </Box>
      <Box
        id="panel-administracion"
        role="tabpanel"
        aria-labelledby={`pestana-${pestana}`}
        sx={{ flex: 1, minHeight: 0, minWidth: 0, overflow: 'auto', bgcolor: tono('paper') }}
      >
        {error && admin === undefined ? (
          <Fallo
            texto="Error al verificar si el usuario es admin."
            detalle={error.message}
            ocupado={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Suspense fallback={<Progreso />}>
            <Panel />
          </Suspense>
        )}
      </Box>
    </Box>
  )
}
