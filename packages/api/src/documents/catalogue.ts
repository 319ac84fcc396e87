import {
  createCollectionEntry,
  deleteCollectionEntry,
  listCollectionEntries,
  updateCollectionEntry,
} from './item-collection-entries.ts';
import {
  createItemCollection,
  deleteItemCollection,
  getItemCollection,
  listItemCollections,
  updateItemCollection,
} from './item-collections.ts';
import { createItem, deactivateItem, getItem, listItems, updateItem } from './items.ts';
import { answerQuestion, createQuestion, getQuestion, listQuestions } from './questions.ts';
import { createTask, deleteTask, getTask, listTasks, updateTask } from './tasks.ts';
import { getUnit, listUnits } from './units.ts';
import { listVoucherCategories } from './voucher-categories.ts';
import {
  createVoucherCollection,
  getVoucherCollection,
  listVoucherCollections,
  updateVoucherCollection,
} from './voucher-collections.ts';
import { createVoucherStatement, listVoucherStatements } from './voucher-statements.ts';

/** Everything that documents serves beside files, vouchers and documents. */
export const catalogueEndpoints = [
  listItems,
  createItem,
  getItem,
  updateItem,
  deactivateItem,
  listItemCollections,
  createItemCollection,
  getItemCollection,
  updateItemCollection,
  deleteItemCollection,
  listCollectionEntries,
  createCollectionEntry,
  updateCollectionEntry,
  deleteCollectionEntry,
  listUnits,
  getUnit,
  listQuestions,
  createQuestion,
  getQuestion,
  answerQuestion,
  listTasks,
  createTask,
  getTask,
  updateTask,
  deleteTask,
  listVoucherStatements,
  createVoucherStatement,
  listVoucherCollections,
  createVoucherCollection,
  getVoucherCollection,
  updateVoucherCollection,
  listVoucherCategories,
];
