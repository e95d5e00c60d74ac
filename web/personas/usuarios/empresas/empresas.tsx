import AddBusinessIcon from '@mui/icons-material/AddBusinessOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Empresa } from '#contract/personas/acceso/sesion'
import { FILAS_INICIALES, TAMANOS, validateBusquedaUsuarios } from '../../../dominio/administracion/busqueda'
import { useCambio } from '../../../dominio/administracion/use-cambio'
import { call } from '../../../lib/api/api'
import { useDireccion } from '../../../lib/api/direccion'
import { api } from '../../../lib/api/llamadas'
import { empresasQuery } from '../../../lib/opciones'
import { Confirm } from '../../../ui/feedback/confirm'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { MenuFila } from '../../../ui/menu-fila'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Columna } from '../../../ui/tabla/tipos'
import { FormularioEmpresa } from './formulario-empresa'
import { MODOS } from './modos'

const idOf = (e: Empresa) => String(e.id)

export function Empresas() {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const consulta = useQuery(empresasQuery)
  const [editada, setEditada] = useState<Empresa | 'nueva'>()
  const [porEliminar, setPorEliminar] = useState<Empresa>()
  const remove = useCambio(
    (e: Empresa) => call(api.removeEmpresa, { params: { id: e.id } }),
    (e) => `Empresa ${e.nombre} eliminada`,
  )
  const columnas = useMemo<Columna<Empresa>[]>(
    () => [
      { id: 'id', titulo: 'Número', ancho: 112, numerica: true, valor: (e) => e.id, celda: (e) => e.id },
      {
        id: 'nombre',
        titulo: 'Nombre',
        fija: true,
        titular: true,
        valor: (e) => e.nombre.toLocaleLowerCase('es'),
        celda: (e) => <span style={{ fontWeight: 550 }}>{e.nombre}</span>,
      },
      {
        id: 'modo',
        titulo: 'Qué ve su gente',
        valor: (e) => MODOS[e.modo].breve,
        celda: (e) => MODOS[e.modo].breve,
      },
      {
        id: 'acciones',
        titulo: 'Acciones',
        sinTitulo: true,
        fija: true,
        ancho: 56,
        celda: (e) => (
          <MenuFila
            de={e.nombre}
            opciones={[
              { texto: 'Editar', Icono: EditIcon, onClick: () => setEditada(e) },
              { texto: 'Eliminar', Icono: DeleteIcon, peligro: true, onClick: () => setPorEliminar(e) },
            ]}
          />
        ),
      },
    ],
    [],
  )
  const n = consulta.data?.length
  return (
    <>
      <Tabla
        etiqueta="Empresas"
        clave="empresas"
        titulo={
          <Box role="status" sx={{ fontWeight: 550 }}>
            {n !== undefined && `${n.toLocaleString('es')} ${n === 1 ? 'empresa' : 'empresas'}`}
          </Box>
        }
        acciones={() => (
          <Button
            size="small"
            variant="contained"
            startIcon={<AddBusinessIcon />}
            // The number that it offers follows those of the list.
            disabled={!consulta.data}
            onClick={() => setEditada('nueva')}
          >
            Nueva empresa
          </Button>
        )}
        columnas={columnas}
        filas={consulta.data}
        idOf={idOf}
        tamanos={TAMANOS}
        ordenInicial={{ columna: 'id', sentido: 'asc' }}
        paginacion={{
          pagina: busqueda.pagina ?? 1,
          filas: busqueda.filas ?? FILAS_INICIALES,
          onPagina: (pagina) => void change({ pagina }),
          onFilas: (filas) => void change({ filas, pagina: undefined }),
        }}
        onOpen={setEditada}
        error={
          consulta.error && !consulta.data
            ? `No se han podido cargar las empresas. ${consulta.error.message}`
            : undefined
        }
        onRetry={() => void consulta.refetch()}
        vacio={<EstadoVacio texto="No hay empresas" />}
      />
      {editada && (
        <FormularioEmpresa
          empresa={editada === 'nueva' ? undefined : editada}
          siguiente={Math.max(0, ...(consulta.data ?? []).map((e) => e.id)) + 1}
          onClose={() => setEditada(undefined)}
        />
      )}
      <Confirm
        abierto={porEliminar !== undefined}
        peligro
        titulo="Eliminar empresa"
        texto={`¿Seguro que quieres eliminar la empresa ${porEliminar?.nombre ?? ''}? Solo se puede si está vacía, y no se podrá deshacer.`}
        accion="Eliminar"
        ocupado={remove.isPending}
        onCancel={() => setPorEliminar(undefined)}
        onConfirm={() =>
          porEliminar && remove.mutate(porEliminar, { onSettled: () => setPorEliminar(undefined) })
        }
      />
    </>
  )
}
