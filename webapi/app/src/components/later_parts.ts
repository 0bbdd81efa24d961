/** The family's place and the questions about invitations: what is loaded when one of them is first needed. */
export { FamilyPlace } from './family_place';
export { JoinDialog } from './join_dialog';
