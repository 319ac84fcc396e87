// Original file: ../../protos/auth/v1/auth.proto

import type { Long } from '@grpc/proto-loader';

export interface User {
  'id'?: (number | string | Long);
  'firstName'?: (string);
  'lastName'?: (string);
  'fullName'?: (string);
  'email'?: (string);
  'createdAt'?: (string);
  'lastLogin'?: (string);
  'profileImageUrl'?: (string);
  '_lastLogin'?: "lastLogin";
  '_profileImageUrl'?: "profileImageUrl";
}

export interface User__Output {
  'id': (number);
  'firstName': (string);
  'lastName': (string);
  'fullName': (string);
  'email': (string);
  'createdAt': (string);
  'lastLogin'?: (string);
  'profileImageUrl'?: (string);
  '_lastLogin'?: "lastLogin";
  '_profileImageUrl'?: "profileImageUrl";
}
