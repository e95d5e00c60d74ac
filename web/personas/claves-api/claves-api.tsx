import AddIcon from '@mui/icons-material/AddOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import { FILAS_INICIALES } from '../../dominio/administracion/busqueda'
import { useEmpresas } from '../../dominio/administracion/queries'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { usePaginas } from '../../dominio/administracion/use-paginas'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useAhora } from '../../lib/time/ahora'
import { useZona } from '../../lib/time/zona'
import { Confirm } from '../../ui/feedback/confirm'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { MenuFila } from '../../ui/menu-fila'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { ClaveNueva } from './clave-nueva'
import { FormularioClave } from './formulario'
import { describeAmbitos } from './permisos'
import { clavesQuery } from './queries'

const DIA_MS = 86_400_000
/** Days before its expiry from which on a key is highlighted. */
const AVISO_DIAS = 14
const idOf = (k: ClaveApi) => String(k.id)

/** Expiry of a key. */
function Caduca({ iso }: { iso: string }) {
  const zona = useZona()
  const ahora = useAhora()
  const quedan = Math.ceil((Date.parse(iso) - ahora) / DIA_MS)
  const dia = fechaHora(iso, zona)?.slice(0, 10)
  if (quedan > AVISO_DIAS) return dia
  return (
    <span style={{ color: tono(quedan > 0 ? 'amber' : 'rojo'), fontWeight: 550 }}>
      {quedan > 0
        ? `${dia}: ${quedan === 1 ? 'queda un día' : `quedan ${quedan} días`}`
        : `Caducada el ${dia}`}
    </span>
  )
}

/** Keys with which external programs call the API. */
export function ClavesApi() {
  const empresa = useEmpresa()
  const { nombreOf } = useEmpresas()
  const consulta = useQuery(clavesQuery(empresa))
  const { tamanos, paginacion } = usePaginas()
  const [editada, setEditada] = useState<ClaveApi | 'nueva'>()
  const [porRevocar, setPorRevocar] = useState<ClaveApi>()
  const [porSoltar, setPorSoltar] = useState<ClaveApi>()
  const [secreto, setSecreto] = useState<string>()
  const revocar = useCambio(
    (k: ClaveApi) => call(api.removeClaveApi, { params: { id: k.id } }),
    (k) => `Clave ${k.nombre} revocada`,
  )
  const soltar = useCambio(
    (k: ClaveApi) => call(api.updateClaveApi, { params: { id: k.id }, body: { retenida: false } }),
    (k) => `Clave ${k.nombre} suelta`,
  )
  const columnas = useMemo<Columna<ClaveApi>[]>(
    () => [
      {
        id: 'nombre',
        titulo: 'Nombre',
        fija: true,
        titular: true,
        ancho: 176,
        valor: (k) => k.nombre.toLocaleLowerCase('es'),
        celda: (k) => (
          <span style={{ fontWeight: 550 }}>
            {k.nombre}
            {k.retenida && (
              <Box component="span" sx={{ display: 'block', color: tono('amber') }}>
                Retenida al restaurar una copia
              </Box>
            )}
          </span>
        ),
      },
      {
        id: 'prefijo',
        titulo: 'Clave',
        ancho: 136,
        valor: (k) => k.prefijo,
        celda: (k) => <span style={{ fontFamily: LETRA_MONO }}>{k.prefijo}…</span>,
      },
      { id: 'ambitos', titulo: 'Permisos', celda: (k) => describeAmbitos(k.ambitos) },
      { id: 'titular', titulo: 'Titular', ancho: 120, valor: (k) => k.titular, celda: (k) => k.titular },
      {
        id: 'usada',
        titulo: 'Última llamada',
        entera: true,
        ancho: 176,
        valor: (k) => k.usada ?? '',
        celda: (k) => (
          <span>
            <UltimoAcceso iso={k.usada} />
            {k.direccion && <span style={{ color: tono('muted') }}> · {k.direccion}</span>}
          </span>
        ),
      },
      {
        id: 'caduca',
        titulo: 'Caduca',
        entera: true,
        ancho: 176,
        valor: (k) => k.caduca,
        celda: (k) => <Caduca iso={k.caduca} />,
      },
      {
        id: 'empresa',
        titulo: 'Empresa',
        ancho: 144,
        valor: (k) => k.empresa,
        celda: (k) => nombreOf(k.empresa),
      },
      {
        id: 'acciones',
        titulo: 'Acciones',
        sinTitulo: true,
        fija: true,
        ancho: 56,
        celda: (k) => (
          <MenuFila
            de={k.nombre}
            opciones={[
              ...(k.retenida
                ? [{ texto: 'Soltar', Icono: LockOpenIcon, onClick: () => setPorSoltar(k) }]
                : []),
              { texto: 'Editar', Icono: EditIcon, onClick: () => setEditada(k) },
              { texto: 'Revocar', Icono: DeleteIcon, peligro: true, onClick: () => setPorRevocar(k) },
            ]}
          />
        ),
      },
    ],
    [nombreOf],
  )
  const n = consulta.data?.length
  return (
    <>
      <Tabla
        etiqueta="Claves de API"
        clave="claves-api"
        titulo={
          <Box role="status" sx={{ fontWeight: 550 }}>
            {n !== undefined && `${n.toLocaleString('es')} ${n === 1 ? 'clave' : 'claves'}`}
          </Box>
        }
        acciones={() => (
          <Button
            size="small"
            variant="contained"
            startIcon={<AddIcon />}
            onClick={() => setEditada('nueva')}
          >
            Nueva clave
          </Button>
        )}
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        tamanos={tamanos}
        ordenInicial={{ columna: 'nombre', sentido: 'asc' }}
        paginacion={{ ...paginacion, filas: paginacion.filas ?? FILAS_INICIALES }}
        onOpen={setEditada}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar las claves de API. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={
          <EstadoVacio
            texto="No hay claves de API"
            ayuda="Con una clave, un programa de la empresa (un ERP, una hoja de cálculo) lee de Retorna lo que se le permita."
          />
        }
      />
      {editada === 'nueva' && (
        <ParaEmpresa titulo="Nueva clave de API" onClose={() => setEditada(undefined)}>
          {(suya) => (
            <FormularioClave
              clave={undefined}
              empresa={suya}
              onSecreto={setSecreto}
              onClose={() => setEditada(undefined)}
            />
          )}
        </ParaEmpresa>
      )}
      {editada && editada !== 'nueva' && (
        <FormularioClave
          clave={editada}
          empresa={editada.empresa}
          onSecreto={setSecreto}
          onClose={() => setEditada(undefined)}
        />
      )}
      {porSoltar && (
        <Confirm
          abierto
          titulo={`Soltar ${porSoltar.nombre}`}
          texto={`La clave es de una copia que se restauró. Puede que después de esa copia se revocara: si es así, revóquela otra vez. Si se suelta, entra quien la tenga, con estos permisos: ${describeAmbitos(porSoltar.ambitos)}.`}
          accion="Soltar"
          ocupado={soltar.isPending}
          onCancel={() => setPorSoltar(undefined)}
          onConfirm={() => soltar.mutate(porSoltar, { onSettled: () => setPorSoltar(undefined) })}
        />
      )}
      {porRevocar && (
        <Confirm
          abierto
          peligro
          titulo={`Revocar ${porRevocar.nombre}`}
          texto="El programa que la usa deja de entrar con su próxima llamada. No se podrá deshacer."
          accion="Revocar"
          ocupado={revocar.isPending}
          onCancel={() => setPorRevocar(undefined)}
          onConfirm={() => revocar.mutate(porRevocar, { onSettled: () => setPorRevocar(undefined) })}
        />
      )}
      {secreto && <ClaveNueva secreto={secreto} onClose={() => setSecreto(undefined)} />}
    </>
  )
}
