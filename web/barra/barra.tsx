import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import { isDeTercero, soloPanel } from '../app-shell/guardia'
import type { Sesion } from '../lib/session/sesion'
import { Marca } from '../ui/marca'
import { SIN_PAPEL } from '../ui/theme/papel'
import { tono } from '../ui/theme/tono'
import { BotonBuscar } from './boton-buscar'
import { Campana } from './campana'
import { EnlaceBoton } from './enlaces'
import { EntradasPrincipales } from './entradas-principales'
import { Hoja } from './hoja'
import { MenuAntiguos } from './menu-antiguos'
import { MenuUsuario } from './menu-usuario'
import { PuntoLive } from './punto-live'
import { SelectorEmpresa } from './selector-empresa'
import { SelectorTema } from './selector-tema'
import type { Visibilidad } from './visibilidad'

export function Barra({ sesion, ve }: { sesion: Sesion | null; ve: Visibilidad }) {
  const conAvisos = sesion !== null && !sesion.pendiente && !soloPanel(sesion)
  const conTodo = conAvisos && !isDeTercero(sesion)
  return (
    <Box
      component="header"
      className={SIN_PAPEL}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, lg: 2 },
        px: { xs: 3, md: 4 },
        minWidth: 0,
        bgcolor: tono('paper'),
        borderBottom: `1px solid ${tono('line')}`,
      }}
    >
      <Titulo />
      {(ve.principales || ve.datosAntiguos) && (
        <Box
          component="nav"
          aria-label="Principal"
          sx={{
            display: { xs: 'none', md: 'flex' },
            alignItems: 'stretch',
            height: '100%',
            ml: { md: 2, lg: 5 },
          }}
        >
          {ve.principales && <EntradasPrincipales conHoy={ve.hoy} />}
          {ve.datosAntiguos && <MenuAntiguos />}
        </Box>
      )}
      <Box sx={{ flex: 1 }} />
      {sesion && !isDeTercero(sesion) && <BotonBuscar sesion={sesion} />}
      {sesion?.is_admin && conTodo && (
        <Box sx={{ display: { xs: 'none', md: 'block' }, flex: '0 1 auto', minWidth: 0 }}>
          <SelectorEmpresa />
        </Box>
      )}
      {conAvisos && <Campana />}
      {conTodo && <PuntoLive />}
      <Box sx={{ display: ve.compacto ? { xs: 'none', md: 'block' } : 'block' }}>
        <SelectorTema />
      </Box>
      {sesion ? (
        <MenuUsuario sesion={sesion} />
      ) : (
        <EnlaceBoton to="/login" variant="outlined" color="inherit">
          Iniciar sesión
        </EnlaceBoton>
      )}
      {ve.compacto && <Hoja conEmpresas={sesion?.is_admin === true} />}
    </Box>
  )
}

function Titulo() {
  return (
    <Box
      component={Link}
      to="/"
      aria-label="Retorna, ir al inicio"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flex: 'none',
        minHeight: 44,
        pr: 1,
        color: tono('brand'),
        textDecoration: 'none',
      }}
    >
      <Marca tam={22} />
      <Box
        component="span"
        sx={{ fontSize: 16, fontWeight: 650, letterSpacing: '-0.015em', color: tono('ink') }}
      >
        Retorna
      </Box>
    </Box>
  )
}
