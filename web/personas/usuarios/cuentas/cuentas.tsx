import PersonAddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { FILAS_INICIALES, TAMANOS, validateBusquedaUsuarios } from '../../../dominio/administracion/busqueda'
import { useEmpresas } from '../../../dominio/administracion/queries'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { useDireccion } from '../../../lib/api/direccion'
import { api } from '../../../lib/api/llamadas'
import { useEmpresa } from '../../../lib/session/empresa'
import { useSesion } from '../../../lib/session/sesion'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { FILTROS } from '../../../ui/filtros/barra'
import { CampoBuscar } from '../../../ui/filtros/campo-buscar'
import { camposOf } from '../../../ui/filtros/campos'
import { SelectorFiltro } from '../../../ui/filtros/selector'
import { Tabla } from '../../../ui/tabla/tabla'
import { usuariosQuery } from '../queries'
import { type Accion, columnasUsuario } from './columnas'
import { DialogosUsuario } from './dialogos'
import { FormularioUsuario } from './formulario-usuario'

const idOf = (u: Usuario) => String(u.id)

export function Cuentas() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const deLaBarra = useEmpresa()
  const empresa = busqueda.empresa ?? deLaBarra
  const { empresas = [], nombreOf } = useEmpresas()
  const sesion = useSesion()
  const propio = sesion?.username
  const deTodas = sesion?.is_admin === true
  const [creando, setCreando] = useState(false)
  const [sobre, setSobre] = useState<{ accion: Exclude<Accion, 'activar'>; usuario: Usuario }>()
  const consulta = useQuery(usuariosQuery(busqueda.buscar, empresa))
  const { mutate: activate } = useCambio(
    (u: Usuario) => call(api.updateUsuario, { params: { id: u.id }, body: { activo: true } }),
    (u) => `Cuenta de ${u.nombre} activada`,
  )
  const columnas = useMemo(
    () =>
      columnasUsuario({
        nombreOf,
        propio,
        deTodas,
        onAccion: (accion, usuario) =>
          accion === 'activar' ? activate(usuario) : setSobre({ accion, usuario }),
      }),
    [nombreOf, propio, deTodas, activate],
  )
  const campo = camposOf(busqueda, change)
  const n = consulta.data?.length
  return (
    <>
      <Tabla
        etiqueta="Usuarios"
        clave="usuarios"
        titulo={
          <Box role="status" sx={{ fontWeight: 550 }}>
            {n !== undefined && `${n.toLocaleString('es')} ${n === 1 ? 'usuario' : 'usuarios'}`}
          </Box>
        }
        acciones={() => (
          <Button
            size="small"
            variant="contained"
            startIcon={<PersonAddIcon />}
            onClick={() => setCreando(true)}
          >
            Nuevo usuario
          </Button>
        )}
        filtros={
          <Box role="search" aria-label="Filtros de usuarios" sx={FILTROS}>
            <CampoBuscar {...campo('buscar')} placeholder="Buscar nombre o usuario" />
            {deTodas && (
              <SelectorFiltro
                valor={busqueda.empresa === undefined ? undefined : nombreOf(busqueda.empresa)}
                opciones={empresas.map((e) => e.nombre)}
                onChange={(nombre) =>
                  campo('empresa').onChange(empresas.find((e) => e.nombre === nombre)?.id)
                }
                nombre="Empresa"
                todas="Todas las empresas"
              />
            )}
          </Box>
        }
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        tamanos={TAMANOS}
        ordenInicial={{ columna: 'nombre', sentido: 'asc' }}
        paginacion={{
          pagina: busqueda.pagina ?? 1,
          filas: busqueda.filas ?? FILAS_INICIALES,
          onPagina: (pagina) => void change({ pagina }),
          onFilas: (filas) => void change({ filas, pagina: undefined }),
        }}
        vista={[busqueda.buscar, empresa].join()}
        onOpen={(usuario) => (deTodas || !usuario.is_admin) && setSobre({ accion: 'editar', usuario })}
        actualizando={consulta.isPlaceholderData}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar los usuarios. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No hay usuarios con esos filtros"
            ayuda="Prueba con otra parte del nombre, u otra empresa."
            accion={
              <Button
                variant="outlined"
                onClick={() => void change({ buscar: undefined, empresa: undefined, pagina: undefined })}
              >
                Limpiar filtros
              </Button>
            }
          />
        }
      />
      {creando && <FormularioUsuario empresaInicial={empresa} onClose={() => setCreando(false)} />}
      {sobre && <DialogosUsuario {...sobre} onClose={() => setSobre(undefined)} />}
    </>
  )
}
