import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { NOMBRE_TERCERO } from '#contract/cuentas/custodia/values'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ParaEmpresa } from '../../dominio/empresa/para-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { entero } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useAdministra } from '../../lib/session/sesion'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { DialogoPersona, DialogoTercero } from './dialogo-tercero'
import { tercerosQuery } from './queries'
import { formatMensual } from './textos'
import type { PropsVista } from './vista'

const listOf = (nombres: string[]) => nombres.join(', ') || '—'

/** The partners with their places and their accounts. */
export function Terceros({ cabecera }: PropsVista) {
  const empresa = useEmpresa()
  const administra = useAdministra()
  const consulta = useQuery(tercerosQuery(empresa))
  const [editado, setEditado] = useState<Tercero | 'nuevo'>()
  const [conPersona, setConPersona] = useState<Tercero>()
  const deEmpresa = useColumnaEmpresa<Tercero>(true)
  const columnas = useMemo(
    (): Columna<Tercero>[] => [
      {
        id: 'nombre',
        titulo: 'Tercero',
        titular: true,
        fija: true,
        ancho: 180,
        valor: (t) => t.nombre,
        celda: (t) => t.nombre,
      },
      {
        id: 'clase',
        titulo: 'Clase',
        ancho: 120,
        valor: (t) => NOMBRE_TERCERO[t.clase],
        celda: (t) => NOMBRE_TERCERO[t.clase],
      },
      { id: 'lugares', titulo: 'Lugares', ancho: 220, celda: (t) => listOf(t.lugares.map((l) => l.nombre)) },
      {
        id: 'salidas',
        titulo: 'Salidas hacia él',
        ancho: 160,
        celda: (t) => listOf(t.salidas.map((l) => l.nombre)),
      },
      {
        id: 'personas',
        titulo: 'Su gente',
        ancho: 200,
        celda: (t) => listOf(t.personas.map((x) => x.nombre)),
      },
      {
        id: 'mensual',
        titulo: 'Extracto por correo',
        ancho: 220,
        valor: (t) => formatMensual(t.mensual),
        celda: (t) => (
          <span
            title={t.mensual?.activo ? t.mensual.correo : undefined}
            style={t.mensual?.activo && t.mensual.error ? { color: tono('rojo') } : undefined}
          >
            {formatMensual(t.mensual)}
          </span>
        ),
      },
      ...deEmpresa,
      ...(administra
        ? [
            {
              id: 'acciones',
              titulo: 'Acciones',
              sinTitulo: true as const,
              ancho: 200,
              celda: (t: Tercero) => (
                <Box sx={{ display: 'flex', gap: 1 }}>
                  <Button size="small" onClick={() => setEditado(t)}>
                    Editar
                  </Button>
                  <Button size="small" onClick={() => setConPersona(t)}>
                    Dar acceso
                  </Button>
                </Box>
              ),
            },
          ]
        : []),
    ],
    [administra, deEmpresa],
  )
  const filas = consulta.data?.data
  return (
    <>
      <ListScreen
        etiqueta="Terceros"
        clave="custodia-terceros"
        titulo="Custodia"
        cuenta={filas && `${entero(filas.length)} ${filas.length === 1 ? 'tercero' : 'terceros'}`}
        consulta={consulta}
        acciones={() =>
          administra && (
            <Button size="small" variant="contained" onClick={() => setEditado('nuevo')}>
              Nuevo tercero
            </Button>
          )
        }
        filtros={cabecera}
        columnas={columnas}
        filas={filas}
        idOf={(t) => String(t.id)}
        tamanos={[200]}
        {...(administra && { onOpen: setEditado })}
        vacio={{
          texto: 'Aún no hay terceros',
          ayuda:
            'Un tercero es un cliente, un proveedor o un transportista que tiene contenedores. Lo que llega a sus lugares, o sale hacia él, se anota solo en su cuenta.',
        }}
      />
      {editado === 'nuevo' && (
        <ParaEmpresa titulo="Nuevo tercero" onClose={() => setEditado(undefined)}>
          {(suya) => (
            <DialogoTercero tercero={undefined} empresa={suya} onClose={() => setEditado(undefined)} />
          )}
        </ParaEmpresa>
      )}
      {editado && editado !== 'nuevo' && (
        <DialogoTercero tercero={editado} empresa={editado.empresa} onClose={() => setEditado(undefined)} />
      )}
      {conPersona && <DialogoPersona tercero={conPersona} onClose={() => setConPersona(undefined)} />}
    </>
  )
}
