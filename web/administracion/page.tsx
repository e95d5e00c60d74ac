import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useDireccion } from '../lib/direccion'
import { Progreso } from '../marco/progreso'
import { Fallo } from '../ui/fallo'
import { tono } from '../ui/tono'
import { Cuentas } from '../usuarios/cuentas/cuentas'
import { PESTANAS, SIN_FILTROS, validateBusquedaUsuarios } from './busqueda'
import { esAdminQuery } from './queries'

const PANELES = {
  usuarios: Cuentas,
  empresas: lazy(() => import('../usuarios/empresas/empresas').then((m) => ({ default: m.Empresas }))),
  ajustes: lazy(() => import('../ajustes/ajustes').then((m) => ({ default: m.Ajustes }))),
  lectores: lazy(() => import('../lectores/lectores').then((m) => ({ default: m.Lectores }))),
  calibracion: lazy(() => import('../calibracion/calibracion').then((m) => ({ default: m.Calibracion }))),
  auditoria: lazy(() => import('../auditoria/auditoria').then((m) => ({ default: m.Auditoria }))),
  seguridad: lazy(() => import('../usuarios/seguridad').then((m) => ({ default: m.Seguridad }))),
}
const TITULO = {
  usuarios: 'Usuarios',
  empresas: 'Empresas',
  ajustes: 'Ajustes',
  lectores: 'Lectores',
  calibracion: 'Calibración',
  auditoria: 'Auditoría',
  seguridad: 'Seguridad',
}

export function UsuariosPage() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { data: admin, error, isFetching, refetch } = useQuery(esAdminQuery)
  const pestana = busqueda.pestana ?? 'usuarios'
  const Panel = PANELES[pestana]
  if (admin === false) return <Navigate to="/" replace />
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
          Usuarios
        </Typography>
        <Tabs
          value={pestana}
          onChange={(_, p) => void change({ ...SIN_FILTROS, vista: undefined, pestana: p })}
          variant="scrollable"
          scrollButtons={false}
          aria-label="Administración"
          sx={{ minHeight: 44, maxWidth: '100%' }}
        >
          {PESTANAS.map((p) => (
            <Tab
              key={p}
              value={p}
              id={`pestana-${p}`}
              aria-controls={p === pestana ? 'panel-administracion' : undefined}
              label={TITULO[p]}
              sx={{ minHeight: 44, minWidth: 0, px: 3 }}
            />
          ))}
        </Tabs>
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
