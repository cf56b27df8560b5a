ActiveAdmin.register User, namespace: :super
