// What the page asks of the server about people: friends, invitations, pages of their own.

import { call } from '../lib/api.ts';
import type { components } from '../lib/api-types.ts';
import { callAsSomeone, type TableSeen } from '../lib/client.ts';
import type { Distance } from '../lib/account.ts';

type Schemas = components['schemas'];
export type Invitation = Schemas['InvitationSeen'];
export type Invited = Schemas['Invited'];
export type Invitee = Schemas['Invitee'];
export type Acquaintance = Schemas['Acquaintance'];
export type Met = Schemas['Met'];
export type PeopleSeen = Schemas['PeopleSeen'];
export type PublicPage = Schemas['PublicPage'];
export type StandingTo = Schemas['StandingTo'];
export type OwnPage = Schemas['OwnPage'];
export type AtSeat = Schemas['AtSeat'];

export const people = () => callAsSomeone<PeopleSeen>('GET', '/me/people');
export const invitations = () => callAsSomeone<Invitation[]>('GET', '/me/invitations');
/** Sits down where one is invited: the id of the table. */
export const accept = async (id: string) => (await call<TableSeen>('POST', `/me/invitations/${id}`)).table.id;
export const decline = (id: string) => call<unknown>('DELETE', `/me/invitations/${id}`);

export const invited = (table: string) => call<Invited[]>('GET', `/tables/${table}/invitations`);
export const invite = (table: string, invitee: Invitee) =>
  call<unknown>('POST', `/tables/${table}/invitations`, invitee);
export const withdraw = (table: string, id: string) => call<unknown>('DELETE', `/tables/${table}/invitations/${id}`);
/** A new table like one that is over, with the same people invited: its id. */
export const inviteAgain = async (table: string) => (await call<TableSeen>('POST', `/tables/${table}/again`)).table.id;

export const acceptFriend = (id: string) => call<unknown>('POST', `/me/friends/${id}`);
export const partWith = (id: string) => call<unknown>('DELETE', `/me/friends/${id}`);
export const unfollow = (id: string) => call<unknown>('DELETE', `/me/follows/${id}`);

const at = (handle: string) => `/people/${encodeURIComponent(handle)}`;
export const pageOf = (handle: string) => call<PublicPage>('GET', at(handle));
export const askToBeFriends = (handle: string) => callAsSomeone('POST', `${at(handle)}/friend`);
export const follow = (handle: string) => callAsSomeone('POST', `${at(handle)}/follow`);
export const keepDistance = (handle: string, distance: Distance) =>
  callAsSomeone('POST', `${at(handle)}/distance`, { distance });

export const ownPage = () => callAsSomeone<OwnPage>('GET', '/me/page');
export const setPage = (handle: string, on: boolean) => call<OwnPage>('PUT', '/me/page', { handle, on });
export const pin = (table: string) => call<unknown>('PUT', `/me/page/pins/${table}`);
export const unpin = (table: string) => call<unknown>('DELETE', `/me/page/pins/${table}`);

export const atTable = (table: string) => call<AtSeat[]>('GET', `/tables/${table}/people`);
export const askAtTable = (table: string, seat: number) =>
  call<unknown>('POST', `/tables/${table}/seats/${seat}/friend`);
